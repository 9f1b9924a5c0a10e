package dev.gpukernel.array;

import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.ir.Predicate;

/**
 * An array of numbers with a shape.
 *
 * @param <A> type of the corresponding array of Java's, such as {@code float[]}
 */
public abstract sealed class NumberNdArray<A> extends NdArray<A>
        permits IntNdArray, LongNdArray, FloatNdArray, DoubleNdArray {
    NumberNdArray(Expression expression) {
        super(expression);
    }

    /**
     * {@return where {@code a == b} holds for elements of this and another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public BooleanNdArray equal(NumberNdArray<?> other) {
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
    public BooleanNdArray notEqual(NumberNdArray<?> other) {
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
    public BooleanNdArray less(NumberNdArray<?> other) {
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
    public BooleanNdArray lessEqual(NumberNdArray<?> other) {
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
    public BooleanNdArray greater(NumberNdArray<?> other) {
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
    public BooleanNdArray greaterEqual(NumberNdArray<?> other) {
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

    private BooleanNdArray compare(Predicate predicate, Expression other) {
        return new BooleanNdArray(expression().comparison(predicate, other));
    }
}
