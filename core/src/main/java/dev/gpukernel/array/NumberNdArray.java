package dev.gpukernel.array;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.Products;
import dev.gpukernel.internal.array.Reduction;
import dev.gpukernel.internal.array.Sorting;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import java.util.Arrays;

/**
 * An array of numbers with a shape.
 *
 * @param <A> type of the corresponding array of Java's, such as {@code float[]}
 * @param <S> type of the array itself, such as {@link FloatNdArray}
 */
public abstract sealed class NumberNdArray<A, S extends NumberNdArray<A, S>> extends TypedNdArray<A, S>
        permits IntegralNdArray, FloatingNdArray {
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

    /** {@return the opposite numbers} */
    public final S unaryMinus() {
        return of(expression().negated());
    }

    /** {@return {@code Math.abs} of each element} */
    public final S abs() {
        return of(expression().method("abs"));
    }

    /**
     * {@return {@code Math.min} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S minimum(S other) {
        return of(expression().method("min", other.expression()));
    }

    /**
     * {@return {@code Math.max} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S maximum(S other) {
        return of(expression().method("max", other.expression()));
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

    /**
     * {@return the products of matrices} Each element of floats and doubles is the chain {@code sum = Math.fma(a, b, sum)} along a row of the
     * one and a column of the other, from 0 on in the order of their elements; of integers it is their sum of products, in this type.
     *
     * @param other the right matrices. The last two axes are those of a matrix, the others are broadcast; an array of one axis is a row on the
     *     left and a column on the right, and the result does not have that axis
     * @throws IllegalArgumentException if one has no axis, if rows and columns differ in length, or the other axes have no common shape
     */
    public final S matmul(S other) {
        return of(Products.matmul(expression(), other.expression())
                .to(expression().type()));
    }

    /**
     * {@return NumPy's {@code dot}} Of two arrays of one axis it is {@code times(other)} summed up, in the order of a reduction. Of others it is
     * the product of each row of this, along its last axis, and each column of the other, along its last axis but one, as {@link #matmul}
     * computes it; with a single number it is {@code times}.
     *
     * @param other the second operand
     * @throws IllegalArgumentException if rows and columns differ in length
     */
    public final S dot(S other) {
        return of(Products.dot(expression(), other.expression()).to(expression().type()));
    }

    /**
     * {@return the products of each element of this and each of another array, both row by row: a matrix}
     *
     * @param other the second operands, of which each is in a column
     * @throws IllegalArgumentException if there are too many
     */
    public final S outer(S other) {
        return of(
                Products.outer(expression(), other.expression()).to(expression().type()));
    }

    /** {@return the elements in order along the last axis, as {@code Arrays.sort} has it: -0.0 before 0.0, NaN last} */
    public final S sort() {
        return sort(-1);
    }

    /**
     * {@return the elements in order along an axis}
     *
     * @param axis along which, counted from the last if negative
     * @throws IllegalArgumentException if there is no such axis
     */
    public final S sort(int axis) {
        return of(Sorting.sort(expression(), axis));
    }

    /** {@return where along the last axis the elements are in their order, indices of equal ones in order} */
    public final IntNdArray argSort() {
        return argSort(-1);
    }

    /**
     * {@return where along an axis the elements are in their order, indices of equal ones in order}
     *
     * @param axis along which, counted from the last if negative
     * @throws IllegalArgumentException if there is no such axis
     */
    public final IntNdArray argSort(int axis) {
        return new IntNdArray(Sorting.order(expression(), axis));
    }

    /**
     * {@return the elements in the order of keys, those of equal keys in order}
     *
     * @param keys one for each element
     * @throws IllegalArgumentException unless both have one axis, of the same size
     */
    public final S sortBy(NumberNdArray<?, ?> keys) {
        return of(Sorting.sortedBy(expression(), keys.expression()));
    }

    /**
     * {@return the greatest elements along the last axis, from the greatest on, and where they are; of equal ones the first}
     *
     * @param count how many
     * @throws IllegalArgumentException if it is negative, or there are fewer
     */
    public final TopK<S> topK(int count) {
        return topK(count, -1);
    }

    /**
     * {@return the greatest elements along an axis, from the greatest on, and where they are; of equal ones the first}
     *
     * @param count how many
     * @param axis along which, counted from the last if negative
     * @throws IllegalArgumentException if the count is negative, or there are fewer elements, or no such axis
     */
    public final TopK<S> topK(int count, int axis) {
        Sorting.Top top = Sorting.top(expression(), count, axis);
        return new TopK<>(of(top.values()), new IntNdArray(top.indices()));
    }

    /**
     * The greatest elements of an array.
     *
     * @param <S> type of the array
     * @param values the elements, from the greatest on
     * @param indices where they are along the axis
     */
    public record TopK<S>(S values, IntNdArray indices) {}

    /** {@return the elements that differ, in order, all axes as one, and how often each is there} Computes them; NaNs are the same, zeros not. */
    public final Unique<S> unique() {
        Sorting.Unique unique = Sorting.unique(expression());
        return new Unique<>(of(unique.values()), new IntNdArray(unique.counts()));
    }

    /**
     * The elements of an array that differ.
     *
     * @param <S> type of the array
     * @param values the elements, in order
     * @param counts how often each is there
     */
    public record Unique<S>(S values, IntNdArray counts) {}

    /**
     * {@return where values belong among the elements of this array, which are in order: for each how many elements are less}
     *
     * @param values the values, of any shape
     * @throws IllegalArgumentException if this array does not have one axis
     */
    public final IntNdArray searchSorted(S values) {
        return new IntNdArray(Sorting.search(expression(), values.expression(), false));
    }

    /**
     * {@return the same, behind elements that are equal: for each value how many elements are less or equal}
     *
     * @param values the values, of any shape
     * @throws IllegalArgumentException if this array does not have one axis
     */
    public final IntNdArray searchSortedAfter(S values) {
        return new IntNdArray(Sorting.search(expression(), values.expression(), true));
    }

    /**
     * {@return how many elements are in each of some ranges of the same width, from the least to the greatest element} Computes those two.
     *
     * @param bins how many ranges
     * @throws IllegalArgumentException if there are none, or if an element is not finite
     */
    public final Histogram histogram(int bins) {
        if (size() == 0) {
            return histogram(bins, 0, 1);
        }
        settle();
        double least = ((double[]) expression()
                        .to(ElementType.DOUBLE)
                        .reduced(Reduction.LEAST)
                        .toArray())
                [0];
        double greatest = ((double[]) expression()
                        .to(ElementType.DOUBLE)
                        .reduced(Reduction.GREATEST)
                        .toArray())
                [0];
        return least == greatest ? histogram(bins, least - 0.5, greatest + 0.5) : histogram(bins, least, greatest);
    }

    /**
     * {@return how many elements, as doubles, are in each of some ranges of the same width, which {@link NdArrays#linspace} divides} Each range
     * begins with its first edge and ends before the next one, the last one with it. Elements in none are not counted.
     *
     * @param bins how many ranges
     * @param low where the first begins
     * @param high where the last ends
     * @throws IllegalArgumentException if there are none, or the ends are not finite, or the first is not less
     */
    public final Histogram histogram(int bins, double low, double high) {
        if (bins < 1 || !(low < high) || !Double.isFinite(low) || !Double.isFinite(high)) {
            throw new IllegalArgumentException(Message.HISTOGRAM_RANGE.format(bins, low, high));
        }
        DoubleNdArray edges = NdArrays.linspace(low, high, bins + 1);
        Sorting.Bins counted = Sorting.bins(expression(), edges.expression(), high);
        return new Histogram(new IntNdArray(counted.counts()), edges);
    }

    /**
     * How many elements are in each of some ranges.
     *
     * @param counts the numbers
     * @param edges where ranges begin, and where the last one ends
     */
    public record Histogram(IntNdArray counts, DoubleNdArray edges) {}

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
        return expression().comparison(Predicate.NE, number(0)).whereTrue().stream()
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
        return new IntNdArray(expression().best(false, axes));
    }

    /**
     * {@return the index of the greatest of all elements along some axes, which are left out} With several axes it is its number among
     * their elements, row by row. It is the first of equal ones, 0 and -0 among them, or the first NaN if there is one.
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis, or no element along the axes
     */
    public final IntNdArray argMax(int... axes) {
        return new IntNdArray(expression().best(true, axes));
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

    /**
     * {@return each element less the one before it along an axis, of which there is one less}
     *
     * @param axis the axis
     * @throws IllegalArgumentException if there is no such axis
     */
    public final S diff(int axis) {
        return of(expression().differences(axis));
    }

    /** {@return {@code Math.signum} of each element, of ints and longs {@code Integer.signum} and {@code Long.signum}} */
    public final S signum() {
        return of(expression().method("signum"));
    }

    /** {@return {@code a * a} of each element} */
    public final S square() {
        return of(expression().arithmetic(BinaryKind.MUL, expression()));
    }
}
