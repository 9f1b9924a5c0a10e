package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;

/** Operations on known numbers. Numbers are bits as in {@link Op.Constant}. */
public final class Arithmetic {
    private Arithmetic() {}

    /** {@return what a binary operation gives for two numbers} */
    public static long binary(BinaryKind kind, ScalarType type, long left, long right) {
        return switch (type) {
            case I1, I32 -> ints(kind, (int) left, (int) right);
            case I64 -> longs(kind, left, right);
            case F32 ->
                Float.floatToRawIntBits(
                        floats(kind, Float.intBitsToFloat((int) left), Float.intBitsToFloat((int) right)));
            case F64 ->
                Double.doubleToRawLongBits(
                        doubles(kind, Double.longBitsToDouble(left), Double.longBitsToDouble(right)));
        };
    }

    private static int ints(BinaryKind kind, int a, int b) {
        return switch (kind) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> b == 0 ? 0 : a / b;
            case REM -> b == 0 ? 0 : a % b;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case SHL -> a << b;
            case SHR -> a >> b;
            case USHR -> a >>> b;
        };
    }

    private static long longs(BinaryKind kind, long a, long b) {
        return switch (kind) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> b == 0 ? 0 : a / b;
            case REM -> b == 0 ? 0 : a % b;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case SHL -> a << (int) b;
            case SHR -> a >> (int) b;
            case USHR -> a >>> (int) b;
        };
    }

    private static float floats(BinaryKind kind, float a, float b) {
        return switch (kind) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case REM -> a % b;
            case AND, OR, XOR, SHL, SHR, USHR -> throw new IllegalArgumentException(kind + " of floats");
        };
    }

    private static double doubles(BinaryKind kind, double a, double b) {
        return switch (kind) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case REM -> a % b;
            case AND, OR, XOR, SHL, SHR, USHR -> throw new IllegalArgumentException(kind + " of doubles");
        };
    }

    /** {@return the negative of a number} */
    public static long negate(ScalarType type, long bits) {
        return switch (type) {
            case I1, I32 -> -(int) bits;
            case I64 -> -bits;
            case F32 -> Float.floatToRawIntBits(-Float.intBitsToFloat((int) bits));
            case F64 -> Double.doubleToRawLongBits(-Double.longBitsToDouble(bits));
        };
    }

    /** {@return the sign of comparing two numbers; 0 if they are unordered} */
    public static int compare(ScalarType type, long left, long right) {
        return switch (type) {
            case I1, I32, I64 -> Long.compare(left, right);
            case F32 -> sign(Float.intBitsToFloat((int) left), Float.intBitsToFloat((int) right));
            case F64 -> sign(Double.longBitsToDouble(left), Double.longBitsToDouble(right));
        };
    }

    private static int sign(double a, double b) {
        return a < b ? -1 : a > b ? 1 : 0;
    }

    /** {@return whether a number is NaN} */
    public static boolean isNan(ScalarType type, long bits) {
        return switch (type) {
            case I1, I32, I64 -> false;
            case F32 -> Float.isNaN(Float.intBitsToFloat((int) bits));
            case F64 -> Double.isNaN(Double.longBitsToDouble(bits));
        };
    }

    /** {@return a number converted as Java does} */
    public static long convert(ScalarType from, ScalarType to, long bits) {
        return switch (from) {
            case I1, I32, I64 ->
                switch (to) {
                    case I1 -> bits & 1;
                    case I32 -> (int) bits;
                    case I64 -> bits;
                    case F32 -> Float.floatToRawIntBits((float) bits);
                    case F64 -> Double.doubleToRawLongBits((double) bits);
                };
            case F32 -> fromFloat(Float.intBitsToFloat((int) bits), to);
            case F64 -> fromDouble(Double.longBitsToDouble(bits), to);
        };
    }

    private static long fromFloat(float value, ScalarType to) {
        return switch (to) {
            case I1 -> throw new IllegalArgumentException("float to condition");
            case I32 -> (int) value;
            case I64 -> (long) value;
            case F32 -> Float.floatToRawIntBits(value);
            case F64 -> Double.doubleToRawLongBits(value);
        };
    }

    private static long fromDouble(double value, ScalarType to) {
        return switch (to) {
            case I1 -> throw new IllegalArgumentException("double to condition");
            case I32 -> (int) value;
            case I64 -> (long) value;
            case F32 -> Float.floatToRawIntBits((float) value);
            case F64 -> Double.doubleToRawLongBits(value);
        };
    }
}
