package dev.gpukernel.array;

import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.Indexing;
import dev.gpukernel.internal.array.Products;
import dev.gpukernel.internal.array.Statistics;
import dev.gpukernel.internal.ir.Op.BinaryKind;

/**
 * An array of numbers of a type that Java computes in: {@code int}, {@code long}, {@code float} or {@code double}.
 *
 * @param <A> type of the corresponding array of Java's, such as {@code float[]}
 * @param <S> type of the array itself, such as {@link FloatNdArray}
 */
public abstract sealed class ArithmeticNdArray<A, S extends ArithmeticNdArray<A, S>> extends NumberNdArray<A, S>
        permits IntegralNdArray, FloatingNdArray {
    ArithmeticNdArray(Expression expression) {
        super(expression);
    }

    /** {@return the opposite numbers} */
    public final S unaryMinus() {
        return of(expression().negated());
    }

    /** {@return {@code Math.abs} of each element} */
    public final S abs() {
        return of(expression().method("abs"));
    }

    /** {@return {@code Math.signum} of each element, of ints and longs {@code Integer.signum} and {@code Long.signum}} */
    public final S signum() {
        return of(expression().method("signum"));
    }

    /** {@return {@code a * a} of each element} */
    public final S square() {
        return of(expression().arithmetic(BinaryKind.MUL, expression()));
    }

    /**
     * {@return each element less the one before it along an axis, of which there is one less}
     *
     * @param axis the axis
     * @throws IllegalArgumentException if there is no such axis
     */
    public final S diff(int axis) {
        return of(Statistics.differences(expression(), axis));
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
        return of(Products.matmul(expression(), other.expression()));
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
        return of(Products.dot(expression(), other.expression()));
    }

    /**
     * {@return the products of each element of this and each of another array, both row by row: a matrix}
     *
     * @param other the second operands, of which each is in a column
     * @throws IllegalArgumentException if there are too many
     */
    public final S outer(S other) {
        return of(Products.outer(expression(), other.expression()));
    }

    /**
     * {@return the same with something added to elements at some indices, each time that they are named} What is added to one element is
     * added in the order of the indices, row by row, as a loop of Java's does it: {@code x[index[i]] += values[i]}.
     *
     * @param values what is added, broadcast to the shape of what the indices name
     * @param indices those along each of the first axes, as of {@link #at(Index...)}
     * @throws IllegalArgumentException if there are more than axes, or shapes do not fit
     * @throws IndexOutOfBoundsException where it is computed, if an axis has no such index
     */
    public final S addAt(S values, Index... indices) {
        return of(Indexing.added(expression(), values.expression(), choices(indices)));
    }

    /**
     * {@return the same with the least, by {@code Math.min}, of an element and all values whose indices name it}
     *
     * @param values the values, broadcast to the shape of what the indices name
     * @param indices those along each of the first axes, as of {@link #at(Index...)}
     * @throws IllegalArgumentException if there are more than axes, or shapes do not fit
     * @throws IndexOutOfBoundsException where it is computed, if an axis has no such index
     */
    public final S minAt(S values, Index... indices) {
        return of(Indexing.best(expression(), false, values.expression(), choices(indices)));
    }

    /**
     * {@return the same with the greatest, by {@code Math.max}, of an element and all values whose indices name it}
     *
     * @param values the values, broadcast to the shape of what the indices name
     * @param indices those along each of the first axes, as of {@link #at(Index...)}
     * @throws IllegalArgumentException if there are more than axes, or shapes do not fit
     * @throws IndexOutOfBoundsException where it is computed, if an axis has no such index
     */
    public final S maxAt(S values, Index... indices) {
        return of(Indexing.best(expression(), true, values.expression(), choices(indices)));
    }
}
