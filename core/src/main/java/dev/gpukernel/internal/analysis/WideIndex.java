package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/**
 * The loop variable of an outlined loop in its two forms: the sum of start and iteration in 64 bits, which the test compares with
 * the bound, and in 32 bits, which the body uses.
 */
final class WideIndex {
    private static final Op WIDEN = new Op.Convert(ScalarType.I32, ScalarType.I64);
    private static final Op NARROW = new Op.Convert(ScalarType.I64, ScalarType.I32);
    private static final Op WIDE_SUM = new Op.Binary(BinaryKind.ADD, ScalarType.I64);
    private static final Op SUM = new Op.Binary(BinaryKind.ADD, ScalarType.I32);

    private WideIndex() {}

    /** {@return whether an I64 is an int widened} */
    static boolean isWidened(Value wide) {
        return wide instanceof Instr instr && instr.op().equals(WIDEN);
    }

    /** {@return the int that was widened, or the 32-bit form of an iteration or of start plus iteration; null for others} */
    static @Nullable Value narrow(Value wide) {
        if (!(wide instanceof Instr instr)) {
            return null;
        }
        if (instr.op().equals(WIDEN)) {
            return instr.operand(0);
        }
        if (instr.op() instanceof Op.Iteration) {
            return instr.users().stream()
                    .filter(user -> user.op().equals(NARROW))
                    .findFirst()
                    .orElse(null);
        }
        Value iteration = iteration(instr);
        Value offset = iteration == null ? null : narrow(iteration);
        if (offset == null) {
            return null;
        }
        Value start = other(instr, iteration);
        return offset.users().stream()
                .filter(user -> user.op().equals(SUM) && isSame(other(user, offset), start))
                .findFirst()
                .orElse(null);
    }

    /** {@return what the 32-bit form starts at, null for zero} */
    static @Nullable Value start(Value wide) {
        Value narrow = narrow(wide);
        Value iteration = wide instanceof Instr instr ? iteration(instr) : null;
        Value offset = iteration == null ? null : narrow(iteration);
        return narrow instanceof Instr sum && offset != null ? other(sum, offset) : null;
    }

    private static @Nullable Value iteration(Instr sum) {
        if (!sum.op().equals(WIDE_SUM)) {
            return null;
        }
        return sum.operands().stream()
                .filter(operand -> operand instanceof Instr instr && instr.op() instanceof Op.Iteration)
                .findFirst()
                .orElse(null);
    }

    private static Value other(Instr sum, Value operand) {
        return sum.operand(sum.operand(0) == operand ? 1 : 0);
    }

    private static boolean isSame(Value narrow, Value wide) {
        if (isWidened(wide)) {
            return ((Instr) wide).operand(0) == narrow;
        }
        return wide instanceof Instr w
                && narrow instanceof Instr n
                && w.op() instanceof Constant(ScalarType _, long wideBits)
                && n.op() instanceof Constant(ScalarType _, long bits)
                && bits == wideBits;
    }
}
