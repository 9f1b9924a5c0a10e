package dev.gpukernel.array;

import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.Reduction;
import dev.gpukernel.internal.array.Statistics;
import dev.gpukernel.internal.ir.Op.BinaryKind;

/**
 * An array of floats or doubles with a shape. Functions are those of {@link StrictMath}, of floats with the result cast to {@code float}.
 *
 * @param <A> type of the corresponding array of Java's, such as {@code float[]}
 * @param <S> type of the array itself, such as {@link FloatNdArray}
 */
public abstract sealed class FloatingNdArray<A, S extends FloatingNdArray<A, S>> extends ArithmeticNdArray<A, S>
        permits FloatNdArray, DoubleNdArray {
    FloatingNdArray(Expression expression) {
        super(expression);
    }

    /** {@return {@code StrictMath.sqrt} of each element} */
    public final S sqrt() {
        return of(expression().function("sqrt"));
    }

    /** {@return {@code StrictMath.cbrt} of each element} */
    public final S cbrt() {
        return of(expression().function("cbrt"));
    }

    /** {@return {@code StrictMath.exp} of each element} */
    public final S exp() {
        return of(expression().function("exp"));
    }

    /** {@return {@code StrictMath.expm1} of each element} */
    public final S expm1() {
        return of(expression().function("expm1"));
    }

    /** {@return {@code StrictMath.log} of each element} */
    public final S log() {
        return of(expression().function("log"));
    }

    /** {@return {@code StrictMath.log10} of each element} */
    public final S log10() {
        return of(expression().function("log10"));
    }

    /** {@return {@code StrictMath.log1p} of each element} */
    public final S log1p() {
        return of(expression().function("log1p"));
    }

    /** {@return {@code StrictMath.sin} of each element} */
    public final S sin() {
        return of(expression().function("sin"));
    }

    /** {@return {@code StrictMath.cos} of each element} */
    public final S cos() {
        return of(expression().function("cos"));
    }

    /** {@return {@code StrictMath.tan} of each element} */
    public final S tan() {
        return of(expression().function("tan"));
    }

    /** {@return {@code StrictMath.asin} of each element} */
    public final S asin() {
        return of(expression().function("asin"));
    }

    /** {@return {@code StrictMath.acos} of each element} */
    public final S acos() {
        return of(expression().function("acos"));
    }

    /** {@return {@code StrictMath.atan} of each element} */
    public final S atan() {
        return of(expression().function("atan"));
    }

    /** {@return {@code StrictMath.sinh} of each element} */
    public final S sinh() {
        return of(expression().function("sinh"));
    }

    /** {@return {@code StrictMath.cosh} of each element} */
    public final S cosh() {
        return of(expression().function("cosh"));
    }

    /** {@return {@code StrictMath.tanh} of each element} */
    public final S tanh() {
        return of(expression().function("tanh"));
    }

    /** {@return {@code StrictMath.floor} of each element} */
    public final S floor() {
        return of(expression().function("floor"));
    }

    /** {@return {@code StrictMath.ceil} of each element} */
    public final S ceil() {
        return of(expression().function("ceil"));
    }

    /** {@return {@code StrictMath.rint} of each element} */
    public final S rint() {
        return of(expression().function("rint"));
    }

    /**
     * {@return {@code StrictMath.pow} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S pow(S other) {
        return of(expression().function("pow", other.expression()));
    }

    /**
     * {@return {@code StrictMath.atan2} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S atan2(S other) {
        return of(expression().function("atan2", other.expression()));
    }

    /**
     * {@return {@code StrictMath.hypot} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S hypot(S other) {
        return of(expression().function("hypot", other.expression()));
    }

    /**
     * {@return the variances of all elements along some axes, which are left out: squared distances from the mean, added up and divided by how many they are}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public final S var(int... axes) {
        return of(Statistics.variance(expression(), 0, axes));
    }

    /**
     * {@return the same divided by one less than how many they are, which estimates the variance of what they are a sample of}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public final S sampleVar(int... axes) {
        return of(Statistics.variance(expression(), 1, axes));
    }

    /**
     * {@return the roots of {@link #var}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public final S std(int... axes) {
        return of(Statistics.variance(expression(), 0, axes).function("sqrt"));
    }

    /**
     * {@return the roots of {@link #sampleVar}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public final S sampleStd(int... axes) {
        return of(Statistics.variance(expression(), 1, axes).function("sqrt"));
    }

    /**
     * {@return the lengths of vectors along some axes, which are left out: the roots of the sums of squares}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public final S norm(int... axes) {
        return of(expression()
                .arithmetic(BinaryKind.MUL, expression())
                .reduced(Reduction.SUM, axes)
                .function("sqrt"));
    }

    /** {@return each element without what is behind the point} */
    public final S trunc() {
        return of(expression().function("trunc"));
    }

    /** {@return {@code StrictMath.pow(2, a)} of each element} */
    public final S exp2() {
        return of(expression().function("exp2"));
    }

    /** {@return the logarithm to base 2 of each element, of powers of 2 exactly} */
    public final S log2() {
        return of(expression().function("log2"));
    }

    /** {@return the inverse hyperbolic sine of each element, by the method of fdlibm} */
    public final S asinh() {
        return of(expression().function("asinh"));
    }

    /** {@return the inverse hyperbolic cosine of each element, by the method of fdlibm} */
    public final S acosh() {
        return of(expression().function("acosh"));
    }

    /** {@return the inverse hyperbolic tangent of each element, by the method of fdlibm} */
    public final S atanh() {
        return of(expression().function("atanh"));
    }

    /** {@return {@code StrictMath.toDegrees} of each element} */
    public final S toDegrees() {
        return of(expression().function("toDegrees"));
    }

    /** {@return {@code StrictMath.toRadians} of each element} */
    public final S toRadians() {
        return of(expression().function("toRadians"));
    }

    /** {@return {@code StrictMath.sin(PI * a) / (PI * a)} of each element, 1 of 0} */
    public final S sinc() {
        return of(expression().function("sinc"));
    }

    /** {@return {@code 1 / a} of each element} */
    public final S reciprocal() {
        return of(Statistics.reciprocal(expression()));
    }

    /**
     * {@return {@code StrictMath.copySign} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S copySign(S other) {
        return of(expression().function("copySign", other.expression()));
    }

    /**
     * {@return {@code Math.nextAfter} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S nextAfter(S other) {
        return of(expression().method("nextAfter", other.expression()));
    }

    /**
     * {@return {@code Math.min} of each element and that of another array, or the other one if one is NaN}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S fmin(S other) {
        return of(expression().method("fmin", other.expression()));
    }

    /**
     * {@return {@code Math.max} of each element and that of another array, or the other one if one is NaN}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S fmax(S other) {
        return of(expression().method("fmax", other.expression()));
    }

    /**
     * {@return 0 where an element is less than 0, 1 where it is greater, and the element of another array where it is 0}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S heaviside(S other) {
        return of(expression().method("heaviside", other.expression()));
    }

    /**
     * {@return {@code log(exp(a) + exp(b))} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S logAddExp(S other) {
        return of(expression().function("logAddExp", other.expression()));
    }

    /**
     * {@return {@code Math.fma} of each element and those of two other arrays: {@code a * factor + summand}, rounded once}
     *
     * @param factor the second operands
     * @param summand the third operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S fma(S factor, S summand) {
        return of(expression().method("fma", factor.expression(), summand.expression()));
    }

    /**
     * {@return {@code Math.scalb} of each element and that of another array: {@code a * 2^exponent}}
     *
     * @param exponent the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S scalb(IntNdArray exponent) {
        return of(expression().method(expression().type(), "scalb", exponent.expression()));
    }

    /** {@return where elements are NaN} */
    public final BooleanNdArray isNaN() {
        return notEqual(this);
    }

    /** {@return where elements are infinite} */
    public final BooleanNdArray isInfinite() {
        return abs().equal(Float.POSITIVE_INFINITY);
    }

    /** {@return where elements are numbers that are not infinite} */
    public final BooleanNdArray isFinite() {
        return abs().less(Float.POSITIVE_INFINITY);
    }

    /** {@return the error function of each element, by {@link dev.gpukernel.device.GpuMath#erf}} */
    public final S erf() {
        return of(expression().method("erf"));
    }

    /** {@return 1 less the error function of each element, by {@link dev.gpukernel.device.GpuMath#erfc}} */
    public final S erfc() {
        return of(expression().method("erfc"));
    }

    /** {@return the gamma function of each element, by {@link dev.gpukernel.device.GpuMath#gamma}} */
    public final S gamma() {
        return of(expression().method("gamma"));
    }

    /** {@return the logarithm of the magnitude of the gamma function of each element, by {@link dev.gpukernel.device.GpuMath#lgamma}} */
    public final S lgamma() {
        return of(expression().method("lgamma"));
    }
}
