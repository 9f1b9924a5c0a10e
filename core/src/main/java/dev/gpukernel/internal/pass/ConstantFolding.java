package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Arithmetic;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes what has known operands, and drops operations that give one of their operands back. Exact, floats included. */
public final class ConstantFolding implements Pass {
    @Override
    public boolean run(Function function) {
        boolean changed = false;
        for (Block block : ReversePostorder.of(function)) {
            for (Instr instr : List.copyOf(block.instrs())) {
                Value simpler = simplify(instr);
                if (simpler != null) {
                    simpler.setName(simpler.name() == null ? instr.name() : simpler.name());
                    instr.replaceAllUsesWith(simpler);
                    instr.remove();
                    changed = true;
                } else if (isPassedCheck(instr)) {
                    instr.remove();
                    changed = true;
                }
            }
        }
        return changed;
    }

    private static @Nullable Value simplify(Instr instr) {
        Constant folded = fold(instr);
        if (folded != null) {
            return new Builder(instr.block().function()).before(instr).emit(folded);
        }
        return instr.op() instanceof Op.Binary(BinaryKind kind, ScalarType type) && !type.isFloating()
                ? Identities.simplify(kind, type, instr.operand(0), instr.operand(1))
                : null;
    }

    private static @Nullable Constant fold(Instr instr) {
        List<Value> operands = instr.operands();
        if (operands.isEmpty() || !operands.stream().allMatch(v -> constant(v) != null)) {
            return null;
        }
        return switch (instr.op()) {
            case Op.Binary(BinaryKind kind, ScalarType type) ->
                new Constant(type, Arithmetic.binary(kind, type, bits(instr, 0), bits(instr, 1)));
            case Op.Negate(ScalarType type) -> new Constant(type, Arithmetic.negate(type, bits(instr, 0)));
            case Op.Convert(ScalarType from, ScalarType to) ->
                new Constant(to, Arithmetic.convert(from, to, bits(instr, 0)));
            case Op.Compare compare -> Constant.of(holds(compare, bits(instr, 0), bits(instr, 1)));
            // Floating numbers are kept as their bits.
            case Op.Call call
            when call.intrinsic().keepsBits() && call.result() instanceof ScalarType type ->
                new Constant(type, bits(instr, 0));
            case Op.Narrow narrow -> Constant.of(narrow(narrow, (int) bits(instr, 0)));
            default -> null;
        };
    }

    private static int narrow(Op.Narrow narrow, int value) {
        return switch (narrow.to()) {
            case BOOLEAN -> value & 1;
            case BYTE -> (byte) value;
            case CHAR -> (char) value;
            case SHORT -> (short) value;
            case INT, LONG, FLOAT, DOUBLE -> value;
        };
    }

    private static boolean holds(Op.Compare compare, long left, long right) {
        ScalarType type = compare.type();
        boolean unordered = Arithmetic.isNan(type, left) || Arithmetic.isNan(type, right);
        return compare.predicate().holds(Arithmetic.compare(type, left, right), unordered);
    }

    /** {@return whether a check is known to pass} */
    private static boolean isPassedCheck(Instr instr) {
        if (instr.op() instanceof Op.DivisorCheck) {
            Constant divisor = constant(instr.operand(0));
            return divisor != null && divisor.bits() != 0;
        }
        return false;
    }

    private static long bits(Instr instr, int operand) {
        Constant constant = constant(instr.operand(operand));
        if (constant == null) {
            throw new IllegalStateException(instr.operand(operand) + " is no constant");
        }
        return constant.bits();
    }

    static @Nullable Constant constant(Value value) {
        return value instanceof Instr instr && instr.op() instanceof Constant constant ? constant : null;
    }
}
