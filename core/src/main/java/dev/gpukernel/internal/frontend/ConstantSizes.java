package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/** Sizes of arrays that are known while a method is translated: constants, and static final fields that are read by then. */
final class ConstantSizes {
    private ConstantSizes() {}

    /** {@return the number that an operand is, null if it is not known} */
    static @Nullable Integer of(Operand operand) {
        return operand instanceof Plain(Value value) ? of(value) : null;
    }

    static @Nullable Integer of(Value value) {
        if (!(value instanceof Instr instr)) {
            return null;
        }
        return switch (instr.op()) {
            case Op.Constant constant when constant.type() == ScalarType.I32 -> (int) constant.bits();
            case Op.Length _
            when instr.operand(0) instanceof Instr array && array.op() instanceof Op.LocalArray own -> own.length();
            case Op.Binary(Op.BinaryKind kind, ScalarType type) when type == ScalarType.I32 -> of(kind, instr);
            default -> null;
        };
    }

    private static @Nullable Integer of(Op.BinaryKind kind, Instr instr) {
        Integer left = of(instr.operand(0));
        if (left == null) {
            return null;
        }
        Integer right = of(instr.operand(1));
        if (right == null) {
            return null;
        }
        return switch (kind) {
            case ADD -> left + right;
            case SUB -> left - right;
            case MUL -> left * right;
            case DIV -> right == 0 ? null : (Integer) (left / right);
            case SHL -> left << right;
            case SHR -> left >> right;
            default -> null;
        };
    }
}
