package dev.gpukernel.array;

import dev.gpukernel.internal.array.Expression;

/**
 * An array of bytes, shorts or chars with a shape. Arithmetic takes its elements for ints, as Java does.
 *
 * @param <A> type of the corresponding array of Java's, such as {@code byte[]}
 * @param <S> type of the array itself, such as {@link ByteNdArray}
 */
public abstract sealed class SmallNdArray<A, S extends SmallNdArray<A, S>> extends NumberNdArray<A, S>
        implements IntOperand permits ByteNdArray, ShortNdArray, CharNdArray {
    SmallNdArray(Expression expression) {
        super(expression);
    }

    /**
     * {@return the sums of elements, as Java computes {@code int} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final IntNdArray plus(IntOperand other) {
        return toInt().plus(other);
    }

    /**
     * {@return the sums of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final IntNdArray plus(int value) {
        return toInt().plus(value);
    }

    /**
     * {@return the sums of elements, as Java computes {@code int} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final LongNdArray plus(LongNdArray other) {
        return toInt().plus(other);
    }

    /**
     * {@return the sums of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final LongNdArray plus(long value) {
        return toInt().plus(value);
    }

    /**
     * {@return the sums of elements, as Java computes {@code int} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final FloatNdArray plus(FloatNdArray other) {
        return toInt().plus(other);
    }

    /**
     * {@return the sums of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final FloatNdArray plus(float value) {
        return toInt().plus(value);
    }

    /**
     * {@return the sums of elements, as Java computes {@code int} and {@code double}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final DoubleNdArray plus(DoubleNdArray other) {
        return toInt().plus(other);
    }

    /**
     * {@return the sums of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final DoubleNdArray plus(double value) {
        return toInt().plus(value);
    }

    /**
     * {@return the differences of elements, as Java computes {@code int} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final IntNdArray minus(IntOperand other) {
        return toInt().minus(other);
    }

    /**
     * {@return the differences of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final IntNdArray minus(int value) {
        return toInt().minus(value);
    }

    /**
     * {@return the differences of elements, as Java computes {@code int} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final LongNdArray minus(LongNdArray other) {
        return toInt().minus(other);
    }

    /**
     * {@return the differences of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final LongNdArray minus(long value) {
        return toInt().minus(value);
    }

    /**
     * {@return the differences of elements, as Java computes {@code int} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final FloatNdArray minus(FloatNdArray other) {
        return toInt().minus(other);
    }

    /**
     * {@return the differences of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final FloatNdArray minus(float value) {
        return toInt().minus(value);
    }

    /**
     * {@return the differences of elements, as Java computes {@code int} and {@code double}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final DoubleNdArray minus(DoubleNdArray other) {
        return toInt().minus(other);
    }

    /**
     * {@return the differences of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final DoubleNdArray minus(double value) {
        return toInt().minus(value);
    }

    /**
     * {@return the products of elements, as Java computes {@code int} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final IntNdArray times(IntOperand other) {
        return toInt().times(other);
    }

    /**
     * {@return the products of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final IntNdArray times(int value) {
        return toInt().times(value);
    }

    /**
     * {@return the products of elements, as Java computes {@code int} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final LongNdArray times(LongNdArray other) {
        return toInt().times(other);
    }

    /**
     * {@return the products of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final LongNdArray times(long value) {
        return toInt().times(value);
    }

    /**
     * {@return the products of elements, as Java computes {@code int} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final FloatNdArray times(FloatNdArray other) {
        return toInt().times(other);
    }

    /**
     * {@return the products of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final FloatNdArray times(float value) {
        return toInt().times(value);
    }

    /**
     * {@return the products of elements, as Java computes {@code int} and {@code double}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final DoubleNdArray times(DoubleNdArray other) {
        return toInt().times(other);
    }

    /**
     * {@return the products of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final DoubleNdArray times(double value) {
        return toInt().times(value);
    }

    /**
     * {@return the quotients of elements, as Java computes {@code int} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final IntNdArray div(IntOperand other) {
        return toInt().div(other);
    }

    /**
     * {@return the quotients of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final IntNdArray div(int value) {
        return toInt().div(value);
    }

    /**
     * {@return the quotients of elements, as Java computes {@code int} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final LongNdArray div(LongNdArray other) {
        return toInt().div(other);
    }

    /**
     * {@return the quotients of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final LongNdArray div(long value) {
        return toInt().div(value);
    }

    /**
     * {@return the quotients of elements, as Java computes {@code int} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final FloatNdArray div(FloatNdArray other) {
        return toInt().div(other);
    }

    /**
     * {@return the quotients of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final FloatNdArray div(float value) {
        return toInt().div(value);
    }

    /**
     * {@return the quotients of elements, as Java computes {@code int} and {@code double}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final DoubleNdArray div(DoubleNdArray other) {
        return toInt().div(other);
    }

    /**
     * {@return the quotients of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final DoubleNdArray div(double value) {
        return toInt().div(value);
    }

    /**
     * {@return the remainders of elements, as Java computes {@code int} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final IntNdArray rem(IntOperand other) {
        return toInt().rem(other);
    }

    /**
     * {@return the remainders of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final IntNdArray rem(int value) {
        return toInt().rem(value);
    }

    /**
     * {@return the remainders of elements, as Java computes {@code int} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final LongNdArray rem(LongNdArray other) {
        return toInt().rem(other);
    }

    /**
     * {@return the remainders of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final LongNdArray rem(long value) {
        return toInt().rem(value);
    }

    /**
     * {@return the remainders of elements, as Java computes {@code int} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final FloatNdArray rem(FloatNdArray other) {
        return toInt().rem(other);
    }

    /**
     * {@return the remainders of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final FloatNdArray rem(float value) {
        return toInt().rem(value);
    }

    /**
     * {@return the remainders of elements, as Java computes {@code int} and {@code double}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final DoubleNdArray rem(DoubleNdArray other) {
        return toInt().rem(other);
    }

    /**
     * {@return the remainders of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public final DoubleNdArray rem(double value) {
        return toInt().rem(value);
    }

    /** {@return the opposite numbers, as ints} */
    public final IntNdArray unaryMinus() {
        return toInt().unaryMinus();
    }

    /** {@return {@code Math.abs} of each element, as ints} */
    public final IntNdArray abs() {
        return toInt().abs();
    }

    /** {@return {@code ~a} of each element, as ints} */
    public final IntNdArray not() {
        return toInt().not();
    }

    /**
     * {@return {@code a & b} of each element and that of another array, as ints}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final IntNdArray and(IntOperand other) {
        return toInt().and(other.toInt());
    }

    /**
     * {@return {@code a & value} of each element and a number, as ints}
     *
     * @param value the second operand
     */
    public final IntNdArray and(int value) {
        return toInt().and(value);
    }

    /**
     * {@return {@code a | b} of each element and that of another array, as ints}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final IntNdArray or(IntOperand other) {
        return toInt().or(other.toInt());
    }

    /**
     * {@return {@code a | value} of each element and a number, as ints}
     *
     * @param value the second operand
     */
    public final IntNdArray or(int value) {
        return toInt().or(value);
    }

    /**
     * {@return {@code a ^ b} of each element and that of another array, as ints}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final IntNdArray xor(IntOperand other) {
        return toInt().xor(other.toInt());
    }

    /**
     * {@return {@code a ^ value} of each element and a number, as ints}
     *
     * @param value the second operand
     */
    public final IntNdArray xor(int value) {
        return toInt().xor(value);
    }

    /**
     * {@return {@code a << distance} of each element and a number, as ints}
     *
     * @param distance the second operand
     */
    public final IntNdArray shl(int distance) {
        return toInt().shl(distance);
    }

    /**
     * {@return {@code a >> distance} of each element and a number, as ints}
     *
     * @param distance the second operand
     */
    public final IntNdArray shr(int distance) {
        return toInt().shr(distance);
    }

    /**
     * {@return {@code a >>> distance} of each element and a number, as ints}
     *
     * @param distance the second operand
     */
    public final IntNdArray ushr(int distance) {
        return toInt().ushr(distance);
    }

    /**
     * {@return the sums of all elements along some axes, which are left out, as {@code long}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public final LongNdArray sum(int... axes) {
        return toInt().sum(axes);
    }

    /**
     * {@return the products of all elements along some axes, which are left out, as {@code long}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public final LongNdArray prod(int... axes) {
        return toInt().prod(axes);
    }

    /**
     * {@return the sums along some axes, which are left out, divided by how many elements there are, all as {@code double}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public final DoubleNdArray mean(int... axes) {
        return toInt().mean(axes);
    }

    /**
     * {@return the variances along some axes, which are left out, as {@link DoubleNdArray#var}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public final DoubleNdArray var(int... axes) {
        return toInt().var(axes);
    }

    /**
     * {@return the roots of {@link #var}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public final DoubleNdArray std(int... axes) {
        return toInt().std(axes);
    }

    /**
     * {@return the variances along some axes, which are left out, as {@link DoubleNdArray#sampleVar}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public final DoubleNdArray sampleVar(int... axes) {
        return toInt().sampleVar(axes);
    }

    /**
     * {@return the roots of {@link #sampleVar}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public final DoubleNdArray sampleStd(int... axes) {
        return toInt().sampleStd(axes);
    }

    /**
     * {@return the roots of the sums of squares along some axes, which are left out, as {@code double}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public final DoubleNdArray norm(int... axes) {
        return toInt().norm(axes);
    }

    /**
     * {@return the sums of the elements up to each of them along an axis, as {@code long}}
     *
     * @param axis along which
     * @throws IllegalArgumentException if there is no such axis
     */
    public final LongNdArray cumSum(int axis) {
        return toInt().cumSum(axis);
    }

    /**
     * {@return the products of the elements up to each of them along an axis, as {@code long}}
     *
     * @param axis along which
     * @throws IllegalArgumentException if there is no such axis
     */
    public final LongNdArray cumProd(int axis) {
        return toInt().cumProd(axis);
    }
}
