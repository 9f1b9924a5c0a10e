package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/**
 * The variable of a parallel loop in 64 bits, an int and the number of the iteration, as it is compared with the bound. No launch has so
 * many iterations that this sum wraps around, which its operations do not show: so it is looked for as one.
 *
 * @param iteration the number of the iteration
 * @param start the int in 64 bits, null for 0
 */
record WideIndex(Instr iteration, @Nullable Value start) {
    private static final Op NARROW = new Op.Convert(ScalarType.I64, ScalarType.I32);
    private static final Op SUM = new Op.Binary(BinaryKind.ADD, ScalarType.I32);
    private static final Op WIDE_SUM = new Op.Binary(BinaryKind.ADD, ScalarType.I64);

    /**
     * The variable in 32 bits, as the loop's body uses it.
     *
     * @param index all of it
     * @param start the int, null for 0 or if nothing was added
     */
    record Narrow(Value index, @Nullable Value start) {}

    /** {@return the sum that a value is, null if it is none} */
    static @Nullable WideIndex of(Value value) {
        if (!(value instanceof Instr instr)) {
            return null;
        }
        if (isIteration(instr)) {
            return new WideIndex(instr, null);
        }
        if (!instr.op().equals(WIDE_SUM)) {
            return null;
        }
        int place = isIteration(instr.operand(0)) ? 0 : 1;
        Value start = instr.operand(1 - place);
        return isIteration(instr.operand(place)) && isInt(start)
                ? new WideIndex((Instr) instr.operand(place), start)
                : null;
    }

    private static boolean isIteration(Value value) {
        return value instanceof Instr instr && instr.op() instanceof Op.Iteration;
    }

    /** {@return whether an I64 is an int that was widened, or a constant that is one} */
    static boolean isInt(Value wide) {
        Constant constant = wide.constant();
        return Op.Convert.unwidened(wide) != wide || (constant != null && constant.bits() == (int) constant.bits());
    }

    /** {@return what is known in 32 bits of an I64 that is found to be an int: that int if it was widened, or such a sum; else null} */
    static @Nullable Narrow narrow(Value wide) {
        Value widened = Op.Convert.unwidened(wide);
        if (widened != wide) {
            return new Narrow(widened, null);
        }
        WideIndex index = of(wide);
        return index == null ? null : index.narrow();
    }

    private @Nullable Narrow narrow() {
        Instr number = iteration.users().stream()
                .filter(user -> user.op().equals(NARROW))
                .findFirst()
                .orElse(null);
        if (number == null || start == null) {
            return number == null ? null : new Narrow(number, null);
        }
        for (Instr user : number.users()) {
            Value added = user.op().equals(SUM) ? user.operand(user.operand(0) == number ? 1 : 0) : null;
            if (added != null && (Op.Convert.unwidened(start) == added || isSameConstant(added))) {
                return new Narrow(user, added);
            }
        }
        return null;
    }

    private boolean isSameConstant(Value added) {
        return start instanceof Instr wide
                && added instanceof Instr narrow
                && wide.op() instanceof Constant(ScalarType _, long wideBits)
                && narrow.op() instanceof Constant(ScalarType _, long bits)
                && bits == wideBits;
    }
}
