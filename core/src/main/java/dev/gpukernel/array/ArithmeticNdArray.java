package dev.gpukernel.array;

import dev.gpukernel.internal.array.Expression;
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
}
