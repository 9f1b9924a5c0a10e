package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.ir.VoidType;
import java.util.Map;

/**
 * The integers from one to another.
 *
 * @param low the least
 * @param high the greatest
 */
public record Interval(long low, long high) {
    /** How many operations are followed to see what a number can be. */
    private static final int DEPTH = 6;

    static final Interval BITS = new Interval(0, 1);
    static final Interval INTS = new Interval(Integer.MIN_VALUE, Integer.MAX_VALUE);
    static final Interval NOT_NEGATIVE = new Interval(0, Integer.MAX_VALUE);
    private static final Interval LENGTHS = new Interval(0, IndexType.MOST_ELEMENTS);
    static final Interval LONGS = new Interval(Long.MIN_VALUE, Long.MAX_VALUE);

    /** {@return one number alone} */
    public static Interval point(long value) {
        return new Interval(value, value);
    }

    /** {@return what numbers of a type are, of an array its length; of all others, such as floats, nothing is said} */
    static Interval of(Type type) {
        return switch (type) {
            case ScalarType scalar ->
                switch (scalar) {
                    case I1 -> BITS;
                    case I32 -> INTS;
                    case I64, F32, F64 -> LONGS;
                };
            case ArrayType array ->
                switch (array.index()) {
                    case INT -> NOT_NEGATIVE;
                    case LONG -> LENGTHS;
                };
            case TupleType _, VoidType _ -> LONGS;
        };
    }

    /**
     * {@return what an integer is among, by a few operations that it is computed of} Of a variable of a loop only the type is said: launches
     * are asked for what is shown with that, and a loop mostly has fewer iterations.
     */
    public static Interval of(Value value) {
        return IntervalArithmetic.of(value, DEPTH);
    }

    /** {@return the same where control joins, too, if it is known what some values are among} */
    public static Interval of(Value value, Map<Value, Interval> known) {
        return IntervalArithmetic.of(value, DEPTH, known);
    }

    /** {@return what elements of a type are once they are loaded, or narrowed to it; of floats nothing is said} */
    static Interval of(ElementType element) {
        return switch (element) {
            case BOOLEAN -> BITS;
            case BYTE -> new Interval(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case CHAR -> new Interval(Character.MIN_VALUE, Character.MAX_VALUE);
            case SHORT -> new Interval(Short.MIN_VALUE, Short.MAX_VALUE);
            case INT -> INTS;
            case LONG, FLOAT, DOUBLE -> LONGS;
        };
    }

    /** {@return whether it is one number} */
    public boolean isPoint() {
        return low == high;
    }

    boolean contains(long value) {
        return low <= value && value <= high;
    }

    boolean contains(Interval other) {
        return low <= other.low && other.high <= high;
    }

    /** {@return whether these are ints} */
    boolean areInts() {
        return INTS.contains(this);
    }

    /** {@return the same numbers with the other sign, of which none is the least long} */
    public Interval negated() {
        return new Interval(-high, -low);
    }

    /** {@return all sums of one of these and one of others, none of which wraps around} */
    public Interval plus(Interval other) {
        return new Interval(low + other.low, high + other.high);
    }

    /** {@return whether some number is in both} */
    boolean meets(Interval other) {
        return low <= other.high && other.low <= high;
    }

    /** {@return the least interval that has all numbers of both} */
    public Interval union(Interval other) {
        return new Interval(Math.min(low, other.low), Math.max(high, other.high));
    }

    /** {@return what is in both; this one if nothing is, as control never gets there then and anything is true} */
    Interval intersection(Interval other) {
        return meets(other) ? new Interval(Math.max(low, other.low), Math.min(high, other.high)) : this;
    }

    /** {@return these numbers if a type has all of them, else all that it has: some have wrapped around} */
    Interval within(Interval all) {
        return all.contains(this) ? this : all;
    }
}
