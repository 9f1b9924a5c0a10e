package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Arithmetic;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/**
 * Brings integer sums into the form {@code x + constant}: constants stand on the right, differences are sums, and constants that
 * are added one after another are added at once. Exact, as integers wrap around.
 */
final class Reassociation {
    private Reassociation() {}

    /** {@return a sum that is the same as an integer operation, or null if it is of that form or no sum} */
    static @Nullable Value simplify(Instr instr, BinaryKind kind, ScalarType type) {
        Constant left = instr.operand(0).constant();
        Constant right = instr.operand(1).constant();
        if (type == ScalarType.I1) {
            return null;
        }
        if (kind == BinaryKind.SUB && right != null) {
            return sum(instr, instr.operand(0), Arithmetic.negate(type, right.bits()), type);
        }
        if (kind != BinaryKind.ADD) {
            return null;
        }
        if (left != null) {
            return sum(instr, instr.operand(1), left.bits(), type);
        }
        Constant inner = addend(instr.operand(0), type);
        if (right == null || inner == null) {
            return null;
        }
        long both = Arithmetic.binary(BinaryKind.ADD, type, inner.bits(), right.bits());
        return sum(instr, ((Instr) instr.operand(0)).operand(0), both, type);
    }

    private static @Nullable Constant addend(Value value, ScalarType type) {
        return value instanceof Instr sum && sum.op().equals(new Op.Binary(BinaryKind.ADD, type))
                ? sum.operand(1).constant()
                : null;
    }

    private static Value sum(Instr at, Value value, long plus, ScalarType type) {
        if (plus == 0) {
            return value;
        }
        Builder builder = new Builder(at.block().function()).before(at);
        return builder.emit(new Op.Binary(BinaryKind.ADD, type), value, builder.emit(new Constant(type, plus)));
    }
}
