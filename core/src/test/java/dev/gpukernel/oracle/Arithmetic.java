package dev.gpukernel.oracle;

import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Op.ThreeWayKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;

/** What the operations on numbers compute: Java's operators. Values are boxed: Boolean for I1, then Integer, Long, Float, Double. */
final class Arithmetic {
    private Arithmetic() {}

    static Object constant(Constant constant) {
        long bits = constant.bits();
        return switch (constant.type()) {
            case I1 -> bits != 0;
            case I32 -> (int) bits;
            case I64 -> bits;
            case F32 -> Float.intBitsToFloat((int) bits);
            case F64 -> Double.longBitsToDouble(bits);
        };
    }

    static Object binary(BinaryKind kind, ScalarType type, Object a, Object b) {
        return switch (type) {
            case I1 -> conditions(kind, (boolean) a, (boolean) b);
            case I32 -> ints(kind, (int) a, (int) b);
            case I64 -> longs(kind, (long) a, kind.isShift() ? (int) b : (long) b);
            case F32 -> floats(kind, (float) a, (float) b);
            case F64 -> doubles(kind, (double) a, (double) b);
        };
    }

    private static boolean conditions(BinaryKind kind, boolean a, boolean b) {
        return switch (kind) {
            case AND -> a && b;
            case OR -> a || b;
            case XOR -> a != b;
            case ADD, SUB, MUL, DIV, REM, SHL, SHR, USHR -> throw noSuch(kind, ScalarType.I1);
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
            case SHL -> a << b;
            case SHR -> a >> b;
            case USHR -> a >>> b;
        };
    }

    private static float floats(BinaryKind kind, float a, float b) {
        return switch (kind) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case REM -> a % b;
            case AND, OR, XOR, SHL, SHR, USHR -> throw noSuch(kind, ScalarType.F32);
        };
    }

    private static double doubles(BinaryKind kind, double a, double b) {
        return switch (kind) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case REM -> a % b;
            case AND, OR, XOR, SHL, SHR, USHR -> throw noSuch(kind, ScalarType.F64);
        };
    }

    private static OracleException noSuch(Object kind, ScalarType type) {
        return new OracleException("no " + kind + " of " + type);
    }

    static Object negate(ScalarType type, Object a) {
        return switch (type) {
            case I1 -> throw noSuch("negation", type);
            case I32 -> -(int) a;
            case I64 -> -(long) a;
            case F32 -> -(float) a;
            case F64 -> -(double) a;
        };
    }

    static boolean compare(Predicate predicate, ScalarType type, Object a, Object b) {
        return predicate.holds(order(type, a, b), isUnordered(type, a, b));
    }

    static int threeWay(ThreeWayKind kind, ScalarType type, Object a, Object b) {
        int order = order(type, a, b);
        return switch (kind) {
            case LCMP -> order;
            case CMPL -> isUnordered(type, a, b) ? -1 : order;
            case CMPG -> isUnordered(type, a, b) ? 1 : order;
        };
    }

    /** Minus one, zero or one; zero too if one is NaN. Zeros of either sign are equal, unlike in Double.compare. */
    private static int order(ScalarType type, Object a, Object b) {
        return switch (type) {
            case I1 -> Boolean.compare((boolean) a, (boolean) b);
            case I32 -> Integer.compare((int) a, (int) b);
            case I64 -> Long.compare((long) a, (long) b);
            case F32 -> order((float) a, (float) b);
            case F64 -> order((double) a, (double) b);
        };
    }

    private static int order(double a, double b) {
        if (a < b) {
            return -1;
        }
        return a > b ? 1 : 0;
    }

    private static boolean isUnordered(ScalarType type, Object a, Object b) {
        return switch (type) {
            case I1, I32, I64 -> false;
            case F32 -> Float.isNaN((float) a) || Float.isNaN((float) b);
            case F64 -> Double.isNaN((double) a) || Double.isNaN((double) b);
        };
    }

    static Object convert(ScalarType to, Object value) {
        Number number = value instanceof Boolean condition ? (Number) (condition ? 1 : 0) : (Number) value;
        return switch (to) {
            case I1 -> throw noSuch("conversion", to);
            case I32 -> number.intValue();
            case I64 -> number.longValue();
            case F32 -> number.floatValue();
            case F64 -> number.doubleValue();
        };
    }

    static int narrow(ElementType to, int value) {
        return switch (to) {
            case BOOLEAN -> value & 1;
            case BYTE -> (byte) value;
            case CHAR -> (char) value;
            case SHORT -> (short) value;
            case INT, LONG, FLOAT, DOUBLE -> throw new OracleException("no narrowing to " + to);
        };
    }

    /** {@return the bits of a boxed number, as constants have them} */
    static long bits(Object number) {
        return switch (number) {
            case Integer i -> i;
            case Long l -> l;
            case Float f -> Float.floatToRawIntBits(f);
            case Double d -> Double.doubleToRawLongBits(d);
            default -> throw new OracleException(number + " is no number");
        };
    }
}
