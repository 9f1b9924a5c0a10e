package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;

/**
 * The integers from one to another.
 *
 * @param low the least
 * @param high the greatest
 */
record Interval(long low, long high) {
    static final Interval INTS = new Interval(Integer.MIN_VALUE, Integer.MAX_VALUE);
    static final Interval NOT_NEGATIVE = new Interval(0, Integer.MAX_VALUE);
    static final Interval LONGS = new Interval(Long.MIN_VALUE, Long.MAX_VALUE);

    /** {@return one number alone} */
    static Interval point(long value) {
        return new Interval(value, value);
    }

    /** {@return what numbers of a type are; of floats nothing is said} */
    static Interval of(ScalarType type) {
        return switch (type) {
            case I1 -> new Interval(0, 1);
            case I32 -> INTS;
            case I64, F32, F64 -> LONGS;
        };
    }

    boolean isPoint() {
        return low == high;
    }

    /** {@return whether these are ints} */
    boolean areInts() {
        return low >= Integer.MIN_VALUE && high <= Integer.MAX_VALUE;
    }

    /** {@return what elements of a type are once they are loaded, or narrowed to it} */
    static Interval of(ElementType element) {
        return switch (element) {
            case BOOLEAN -> new Interval(0, 1);
            case BYTE -> new Interval(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case CHAR -> new Interval(Character.MIN_VALUE, Character.MAX_VALUE);
            case SHORT -> new Interval(Short.MIN_VALUE, Short.MAX_VALUE);
            case INT, LONG, FLOAT, DOUBLE -> INTS;
        };
    }

    /** {@return these numbers, or all ints if some of them are none: int arithmetic has wrapped around} */
    Interval wrapped() {
        return low >= Integer.MIN_VALUE && high <= Integer.MAX_VALUE ? this : INTS;
    }

    Interval union(Interval other) {
        return new Interval(Math.min(low, other.low), Math.max(high, other.high));
    }

    Interval intersection(Interval other) {
        Interval both = new Interval(Math.max(low, other.low), Math.min(high, other.high));
        // Empty: control never gets there. Anything is true then.
        return both.low <= both.high ? both : this;
    }

    /** {@return what a binary operation on ints gives for operands from two intervals} */
    static Interval binary(BinaryKind kind, Interval a, Interval b) {
        return switch (kind) {
            case ADD -> new Interval(a.low + b.low, a.high + b.high).wrapped();
            case SUB -> new Interval(a.low - b.high, a.high - b.low).wrapped();
            case MUL -> product(a, b).wrapped();
            case DIV -> b.low > 0 ? quotient(a, b) : INTS;
            case REM -> b.low > 0 ? remainder(a, b) : INTS;
            case AND -> and(a, b);
            case OR, XOR -> a.low >= 0 && b.low >= 0 ? NOT_NEGATIVE : INTS;
            case SHR -> a.low >= 0 ? new Interval(0, shifted(a.high, b)) : INTS;
            case USHR -> a.low >= 0 || isShift(b) ? new Interval(0, shifted(a.low >= 0 ? a.high : -1, b)) : INTS;
            case SHL ->
                isShift(b) ? product(a, new Interval(1L << b.low, 1L << b.low)).wrapped() : INTS;
        };
    }

    private static Interval product(Interval a, Interval b) {
        long p = a.low * b.low;
        long q = a.low * b.high;
        long r = a.high * b.low;
        long s = a.high * b.high;
        return new Interval(Math.min(Math.min(p, q), Math.min(r, s)), Math.max(Math.max(p, q), Math.max(r, s)));
    }

    private static Interval quotient(Interval a, Interval b) {
        long low = a.low >= 0 ? a.low / b.high : a.low / b.low;
        return new Interval(low, a.high >= 0 ? a.high / b.low : a.high / b.high);
    }

    private static Interval remainder(Interval a, Interval b) {
        long most = b.high - 1;
        return new Interval(a.low >= 0 ? 0 : Math.max(a.low, -most), a.high <= 0 ? 0 : Math.min(a.high, most));
    }

    private static Interval and(Interval a, Interval b) {
        if (a.low >= 0 && b.low >= 0) {
            return new Interval(0, Math.min(a.high, b.high));
        }
        return a.low >= 0 ? new Interval(0, a.high) : b.low >= 0 ? new Interval(0, b.high) : INTS;
    }

    /** {@return whether a distance is known and moves some bit} */
    private static boolean isShift(Interval distance) {
        return distance.low == distance.high && distance.low > 0 && distance.low < Integer.SIZE;
    }

    private static long shifted(long highest, Interval distance) {
        return isShift(distance) ? (int) highest >>> (int) distance.low : highest;
    }
}
