package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;

/** By which powers of two integers are divisible, whatever the kernel is given. Holds with Java's wrap-around too. */
public final class Alignment {
    /** How many operations are looked through. */
    private static final int DEPTH = 6;

    private Alignment() {}

    /** {@return whether an integer is known to be a multiple of a power of two, 1 or more} */
    public static boolean isMultiple(Value value, int powerOfTwo) {
        return zeros(value, DEPTH) >= Integer.numberOfTrailingZeros(powerOfTwo);
    }

    /** {@return how many low bits are known to be 0, at most 32} */
    private static int zeros(Value value, int depth) {
        if (!(value instanceof Instr instr) || depth == 0) {
            return 0;
        }
        return switch (instr.op()) {
            case Op.Constant constant
            when !constant.type().isFloating() -> Math.min(Long.numberOfTrailingZeros(constant.bits()), Integer.SIZE);
            case Op.Convert(ScalarType from, ScalarType to)
            when isInteger(from) && isInteger(to) -> zeros(instr.operand(0), depth - 1);
            case Op.Binary(BinaryKind kind, ScalarType type) when isInteger(type) -> binary(kind, instr, depth - 1);
            default -> 0;
        };
    }

    private static int binary(BinaryKind kind, Instr instr, int depth) {
        int left = zeros(instr.operand(0), depth);
        int right = zeros(instr.operand(1), depth);
        return switch (kind) {
            case ADD, SUB, OR, XOR -> Math.min(left, right);
            case AND -> Math.max(left, right);
            case MUL -> Math.min(left + right, Integer.SIZE);
            case SHL -> Math.min(left + distance(instr.operand(1)), Integer.SIZE);
            case DIV, REM, SHR, USHR -> 0;
        };
    }

    /** {@return the least that a distance can be} */
    private static int distance(Value value) {
        Op.Constant constant = value.constant();
        return constant != null ? (int) constant.bits() & (Integer.SIZE - 1) : 0;
    }

    private static boolean isInteger(ScalarType type) {
        return type == ScalarType.I32 || type == ScalarType.I64;
    }
}
