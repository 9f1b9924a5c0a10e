package dev.gpukernel.array;

import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.Indexing;
import dev.gpukernel.internal.array.Reduction;
import dev.gpukernel.internal.array.Statistics;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Predicate;

/**
 * An array of numbers with a shape.
 *
 * @param <A> type of the corresponding array of Java's, such as {@code float[]}
 * @param <S> type of the array itself, such as {@link FloatNdArray}
 */
public abstract sealed class NumberNdArray<A, S extends NumberNdArray<A, S>> extends TypedNdArray<A, S>
        permits ArithmeticNdArray, SmallNdArray {
    NumberNdArray(Expression expression) {
        super(expression);
    }

    /**
     * {@return where {@code a == b} holds for elements of this and another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public BooleanNdArray equal(NumberNdArray<?, ?> other) {
        return compare(Predicate.EQ, other.expression());
    }

    /**
     * {@return where {@code a == value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray equal(int value) {
        return compare(Predicate.EQ, number(value));
    }

    /**
     * {@return where {@code a == value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray equal(long value) {
        return compare(Predicate.EQ, number(value));
    }

    /**
     * {@return where {@code a == value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray equal(float value) {
        return compare(Predicate.EQ, number(value));
    }

    /**
     * {@return where {@code a == value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray equal(double value) {
        return compare(Predicate.EQ, number(value));
    }

    /**
     * {@return where {@code a != b} holds for elements of this and another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public BooleanNdArray notEqual(NumberNdArray<?, ?> other) {
        return compare(Predicate.NE, other.expression());
    }

    /**
     * {@return where {@code a != value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray notEqual(int value) {
        return compare(Predicate.NE, number(value));
    }

    /**
     * {@return where {@code a != value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray notEqual(long value) {
        return compare(Predicate.NE, number(value));
    }

    /**
     * {@return where {@code a != value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray notEqual(float value) {
        return compare(Predicate.NE, number(value));
    }

    /**
     * {@return where {@code a != value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray notEqual(double value) {
        return compare(Predicate.NE, number(value));
    }

    /**
     * {@return where {@code a < b} holds for elements of this and another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public BooleanNdArray less(NumberNdArray<?, ?> other) {
        return compare(Predicate.LT, other.expression());
    }

    /**
     * {@return where {@code a < value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray less(int value) {
        return compare(Predicate.LT, number(value));
    }

    /**
     * {@return where {@code a < value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray less(long value) {
        return compare(Predicate.LT, number(value));
    }

    /**
     * {@return where {@code a < value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray less(float value) {
        return compare(Predicate.LT, number(value));
    }

    /**
     * {@return where {@code a < value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray less(double value) {
        return compare(Predicate.LT, number(value));
    }

    /**
     * {@return where {@code a <= b} holds for elements of this and another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public BooleanNdArray lessEqual(NumberNdArray<?, ?> other) {
        return compare(Predicate.LE, other.expression());
    }

    /**
     * {@return where {@code a <= value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray lessEqual(int value) {
        return compare(Predicate.LE, number(value));
    }

    /**
     * {@return where {@code a <= value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray lessEqual(long value) {
        return compare(Predicate.LE, number(value));
    }

    /**
     * {@return where {@code a <= value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray lessEqual(float value) {
        return compare(Predicate.LE, number(value));
    }

    /**
     * {@return where {@code a <= value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray lessEqual(double value) {
        return compare(Predicate.LE, number(value));
    }

    /**
     * {@return where {@code a > b} holds for elements of this and another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public BooleanNdArray greater(NumberNdArray<?, ?> other) {
        return compare(Predicate.GT, other.expression());
    }

    /**
     * {@return where {@code a > value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray greater(int value) {
        return compare(Predicate.GT, number(value));
    }

    /**
     * {@return where {@code a > value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray greater(long value) {
        return compare(Predicate.GT, number(value));
    }

    /**
     * {@return where {@code a > value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray greater(float value) {
        return compare(Predicate.GT, number(value));
    }

    /**
     * {@return where {@code a > value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray greater(double value) {
        return compare(Predicate.GT, number(value));
    }

    /**
     * {@return where {@code a >= b} holds for elements of this and another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public BooleanNdArray greaterEqual(NumberNdArray<?, ?> other) {
        return compare(Predicate.GE, other.expression());
    }

    /**
     * {@return where {@code a >= value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray greaterEqual(int value) {
        return compare(Predicate.GE, number(value));
    }

    /**
     * {@return where {@code a >= value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray greaterEqual(long value) {
        return compare(Predicate.GE, number(value));
    }

    /**
     * {@return where {@code a >= value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray greaterEqual(float value) {
        return compare(Predicate.GE, number(value));
    }

    /**
     * {@return where {@code a >= value} holds}
     *
     * @param value the second operand
     */
    public BooleanNdArray greaterEqual(double value) {
        return compare(Predicate.GE, number(value));
    }

    /**
     * {@return {@code Math.min} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S minimum(S other) {
        return of(expression().method("min", other.expression()).to(expression().type()));
    }

    /**
     * {@return {@code Math.max} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S maximum(S other) {
        return of(expression().method("max", other.expression()).to(expression().type()));
    }

    /**
     * {@return the least of all elements along some axes, which are left out, as {@code Math.min} finds it}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis, or no element along the axes
     */
    public final S min(int... axes) {
        return of(expression().reduced(Reduction.LEAST, axes));
    }

    /**
     * {@return the greatest of all elements along some axes, which are left out, as {@code Math.max} finds it}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis, or no element along the axes
     */
    public final S max(int... axes) {
        return of(expression().reduced(Reduction.GREATEST, axes));
    }

    /** {@return each element cast to {@code int}, as Java does} */
    public final IntNdArray toInt() {
        return new IntNdArray(expression().to(ElementType.INT));
    }

    /** {@return each element cast to {@code long}, as Java does} */
    public final LongNdArray toLong() {
        return new LongNdArray(expression().to(ElementType.LONG));
    }

    /** {@return each element cast to {@code float}, as Java does} */
    public final FloatNdArray toFloat() {
        return new FloatNdArray(expression().to(ElementType.FLOAT));
    }

    /** {@return each element cast to {@code double}, as Java does} */
    public final DoubleNdArray toDouble() {
        return new DoubleNdArray(expression().to(ElementType.DOUBLE));
    }

    private BooleanNdArray compare(Predicate predicate, Expression other) {
        return new BooleanNdArray(expression().comparison(predicate, other));
    }

    /**
     * {@return where elements are not 0: for each axis the indices along it, row by row} How many there are is known only when they are computed, so that
     * this computes them.
     *
     * @throws IllegalArgumentException if this has no axes
     */
    public final IntNdArray[] nonZero() {
        return Indexing.whereTrue(expression().comparison(Predicate.NE, number(0))).stream()
                .map(IntNdArray::new)
                .toArray(IntNdArray[]::new);
    }

    /**
     * {@return the index of the least of all elements along some axes, which are left out} With several axes it is its number among
     * their elements, row by row. It is the first of equal ones, 0 and -0 among them, or the first NaN if there is one.
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis, or no element along the axes
     */
    public final IntNdArray argMin(int... axes) {
        return new IntNdArray(Statistics.best(expression(), false, axes));
    }

    /**
     * {@return the index of the greatest of all elements along some axes, which are left out} With several axes it is its number among
     * their elements, row by row. It is the first of equal ones, 0 and -0 among them, or the first NaN if there is one.
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis, or no element along the axes
     */
    public final IntNdArray argMax(int... axes) {
        return new IntNdArray(Statistics.best(expression(), true, axes));
    }

    /**
     * {@return each element, but not less than one limit and then not greater than another: {@code min(max(a, low), high)}}
     *
     * @param low the least
     * @param high the greatest
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S clip(S low, S high) {
        return maximum(low).minimum(high);
    }

    /** {@return each element cast to {@code byte}, as Java does} */
    public final ByteNdArray toByte() {
        return new ByteNdArray(expression().to(ElementType.BYTE));
    }

    /** {@return each element cast to {@code short}, as Java does} */
    public final ShortNdArray toShort() {
        return new ShortNdArray(expression().to(ElementType.SHORT));
    }

    /** {@return each element cast to {@code char}, as Java does} */
    public final CharNdArray toChar() {
        return new CharNdArray(expression().to(ElementType.CHAR));
    }
}
