package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/** The algebra of integers that lets an operation be replaced by one of its operands. */
final class Identities {
    private static final Op TIMES = new Op.Binary(BinaryKind.MUL, ScalarType.I64);

    /** The largest size of an element. */
    private static final int MOST_BYTES = 8;

    private Identities() {}

    /** {@return the operand that the operation gives back, or null} */
    static @Nullable Value simplify(BinaryKind kind, ScalarType type, Value left, Value right) {
        return switch (kind) {
            case ADD, OR, XOR ->
                right.isConstant(0) ? left : left.isConstant(0) ? right : sameOperand(kind, left, right);
            case SUB -> right.isConstant(0) ? left : otherAddend(left, right, type);
            case MUL -> right.isConstant(1) ? left : left.isConstant(1) ? right : zero(left, right);
            case DIV -> right.isConstant(1) ? left : factor(left, right);
            case REM -> null;
            case AND -> right.isConstant(-1) ? left : left.isConstant(-1) ? right : zero(left, right, kind);
            case SHL, SHR, USHR -> isMaskedZero(right, type) ? left : null;
        };
    }

    /** {@return the operand that a choice always gives, or null} */
    static @Nullable Value simplifySelect(Value condition, Value whenTrue, Value whenFalse) {
        if (whenTrue == whenFalse) {
            return whenTrue;
        }
        Constant known = condition.constant();
        return known == null ? null : known.bits() != 0 ? whenTrue : whenFalse;
    }

    /** Shift distances are taken modulo the width. */
    private static boolean isMaskedZero(Value distance, ScalarType type) {
        Constant constant = distance.constant();
        return constant != null && (constant.bits() & (type == ScalarType.I64 ? 63 : 31)) == 0;
    }

    /** {@return what is added to a value in a sum, null if it is no such sum} A range that begins and ends with the same has that length. */
    private static @Nullable Value otherAddend(Value sum, Value addend, ScalarType type) {
        if (!(sum instanceof Instr instr) || !instr.op().equals(new Op.Binary(BinaryKind.ADD, type))) {
            return null;
        }
        return instr.operand(0) == addend ? instr.operand(1) : instr.operand(1) == addend ? instr.operand(0) : null;
    }

    private static @Nullable Value sameOperand(BinaryKind kind, Value left, Value right) {
        return kind == BinaryKind.OR && left == right ? left : null;
    }

    /** {@return the int, in 64 bits, or the length, of which a product with a divisor is divided by it, null if it is no such product} */
    private static @Nullable Value factor(Value product, Value divisor) {
        Constant constant = divisor.constant();
        if (constant == null
                || constant.bits() == 0
                || constant.bits() != (int) constant.bits()
                || !(product instanceof Instr instr)
                || !instr.op().equals(TIMES)) {
            return null;
        }
        int place = instr.operand(0).isConstant(constant.bits()) ? 0 : 1;
        if (!instr.operand(place).isConstant(constant.bits())) {
            return null;
        }
        Value factor = instr.operand(1 - place);
        // A product of two ints is exact in 64 bits.
        boolean isExact =
                Op.Convert.widened(factor) != null || (isLength(factor) && Math.abs(constant.bits()) <= MOST_BYTES);
        return isExact ? factor : null;
    }

    /** {@return whether a number is the length of a large array, of which a product with the size of an element is exact} */
    private static boolean isLength(Value wide) {
        return wide instanceof Instr instr && instr.op() instanceof Op.Length;
    }

    private static @Nullable Value zero(Value left, Value right) {
        return left.isConstant(0) ? left : right.isConstant(0) ? right : null;
    }

    private static @Nullable Value zero(Value left, Value right, BinaryKind kind) {
        return left == right && kind == BinaryKind.AND ? left : zero(left, right);
    }
}
