package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The arithmetic in which an integer is written as a sum of products of what it is computed from. */
enum Ring {
    /** Modulo 2^32: ints and the lower halves of longs, which conversions leave as they are. */
    INTS,

    /** Modulo 2^64: longs. An int that is widened may have wrapped around before, so it stays whole. */
    LONGS,

    /** Without a modulus: what the sum is if no operation wraps around, which is for those to see to who ask. */
    NUMBERS;

    /** Sums of more products than this are not taken apart. */
    private static final int MOST_TERMS = 40;

    private static final int MOST_DEGREE = 8;

    private static final long LOWER_HALF = (1L << Integer.SIZE) - 1;

    /**
     * Takes one operation apart.
     *
     * @param instr the operation
     * @param part what an operand is, null if that is not known
     * @return its sum; null if it is of another kind, large, a product of two numbers that change, or its operands are not known
     */
    @Nullable Polynomial sum(Instr instr, Function<Value, @Nullable Polynomial> part) {
        try {
            Polynomial sum = operation(instr, part);
            if (sum == null || !sum.isAffine() || sum.terms().size() > MOST_TERMS || sum.degree() > MOST_DEGREE) {
                return null;
            }
            return this == INTS ? sum.asInts() : sum;
        } catch (ArithmeticException tooLarge) {
            return null;
        }
    }

    private @Nullable Polynomial operation(Instr instr, Function<Value, @Nullable Polynomial> part) {
        return switch (instr.op()) {
            case Op.Constant(ScalarType type, long bits) when has(type) -> Polynomial.of(bits);
            case Op.Convert(ScalarType from, ScalarType to) when keeps(from, to) -> part.apply(instr.operand(0));
            case Op.Negate(ScalarType type) when has(type) -> scaled(part.apply(instr.operand(0)), -1, 0);
            case Op.Binary(BinaryKind kind, ScalarType type) when has(type) -> binary(kind, type, instr, part);
            case Op.RowElement _ when has(ScalarType.I32) -> binary(BinaryKind.ADD, ScalarType.I32, instr, part);
            default -> null;
        };
    }

    private boolean has(ScalarType type) {
        return type == ScalarType.I64 || (type == ScalarType.I32 && this != LONGS);
    }

    private boolean keeps(ScalarType from, ScalarType to) {
        return has(from) && has(to) && (this == INTS || from == ScalarType.I32);
    }

    private @Nullable Polynomial binary(
            BinaryKind kind, ScalarType type, Instr instr, Function<Value, @Nullable Polynomial> part) {
        Op.Constant constant = instr.operand(1).constant();
        return switch (kind) {
            case ADD, SUB, MUL -> {
                Polynomial left = part.apply(instr.operand(0));
                Polynomial right = left == null ? null : part.apply(instr.operand(1));
                yield left == null || right == null
                        ? null
                        : kind == BinaryKind.ADD
                                ? left.plus(right)
                                : kind == BinaryKind.SUB ? left.minus(right) : left.times(right);
            }
            case SHL -> {
                long distance = constant == null ? Long.SIZE : constant.bits() & (type == ScalarType.I32 ? 31 : 63);
                yield distance >= Long.SIZE - 1 ? null : scaled(part.apply(instr.operand(0)), 1L << distance, 0);
            }
            case AND -> {
                boolean isLowerHalf = this == INTS && constant != null && constant.bits() == LOWER_HALF;
                yield isLowerHalf ? part.apply(instr.operand(0)) : null;
            }
            case XOR -> constant != null && constant.bits() == -1 ? scaled(part.apply(instr.operand(0)), -1, -1) : null;
            case DIV, REM, OR, SHR, USHR -> null;
        };
    }

    private static @Nullable Polynomial scaled(@Nullable Polynomial part, long factor, long plus) {
        return part == null ? null : part.times(factor).plus(plus);
    }
}
