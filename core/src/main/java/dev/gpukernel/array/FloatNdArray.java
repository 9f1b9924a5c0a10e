package dev.gpukernel.array;

import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.Reduction;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;

/** An array of floats with a shape. Results are what a loop of Java's gives, by bits; see {@link NdArray}. */
public final class FloatNdArray extends NumberNdArray<float[]> {
    FloatNdArray(Expression expression) {
        super(expression);
    }

    @Override
    public FloatNdArray compute() {
        settle();
        return this;
    }

    @Override
    public float[] toArray() {
        return (float[]) elements();
    }

    @Override
    public FloatNdArray reshape(int... shape) {
        return new FloatNdArray(expression().reshape(shape));
    }

    @Override
    public FloatNdArray transpose() {
        return new FloatNdArray(expression().transpose());
    }

    @Override
    public FloatNdArray transpose(int... axes) {
        return new FloatNdArray(expression().transpose(axes));
    }

    @Override
    public FloatNdArray slice(Slice... slices) {
        return new FloatNdArray(sliced(slices));
    }

    @Override
    public FloatNdArray at(int index) {
        return new FloatNdArray(expression().at(index));
    }

    @Override
    public FloatNdArray expandDims(int axis) {
        return new FloatNdArray(expression().expandDims(axis));
    }

    @Override
    public FloatNdArray squeeze(int... axes) {
        return new FloatNdArray(expression().squeeze(axes));
    }

    @Override
    public FloatNdArray broadcastTo(int... shape) {
        return new FloatNdArray(expression().broadcastTo(shape));
    }

    @Override
    public FloatNdArray flip(int... axes) {
        return new FloatNdArray(expression().flip(axes));
    }

    /**
     * {@return the sums of elements, as Java computes {@code float} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray plus(IntNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.ADD, other.expression()));
    }

    /**
     * {@return the sums of elements, as Java computes {@code float} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray plus(LongNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.ADD, other.expression()));
    }

    /**
     * {@return the sums of elements, as Java computes {@code float} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray plus(FloatNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.ADD, other.expression()));
    }

    /**
     * {@return the sums of elements, as Java computes {@code float} and {@code double}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray plus(DoubleNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.ADD, other.expression()));
    }

    /**
     * {@return the sums of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public FloatNdArray plus(float value) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.ADD, number(value)));
    }

    /**
     * {@return the sums of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public DoubleNdArray plus(double value) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.ADD, number(value)));
    }

    /**
     * {@return the differences of elements, as Java computes {@code float} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray minus(IntNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.SUB, other.expression()));
    }

    /**
     * {@return the differences of elements, as Java computes {@code float} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray minus(LongNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.SUB, other.expression()));
    }

    /**
     * {@return the differences of elements, as Java computes {@code float} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray minus(FloatNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.SUB, other.expression()));
    }

    /**
     * {@return the differences of elements, as Java computes {@code float} and {@code double}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray minus(DoubleNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.SUB, other.expression()));
    }

    /**
     * {@return the differences of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public FloatNdArray minus(float value) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.SUB, number(value)));
    }

    /**
     * {@return the differences of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public DoubleNdArray minus(double value) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.SUB, number(value)));
    }

    /**
     * {@return the products of elements, as Java computes {@code float} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray times(IntNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.MUL, other.expression()));
    }

    /**
     * {@return the products of elements, as Java computes {@code float} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray times(LongNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.MUL, other.expression()));
    }

    /**
     * {@return the products of elements, as Java computes {@code float} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray times(FloatNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.MUL, other.expression()));
    }

    /**
     * {@return the products of elements, as Java computes {@code float} and {@code double}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray times(DoubleNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.MUL, other.expression()));
    }

    /**
     * {@return the products of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public FloatNdArray times(float value) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.MUL, number(value)));
    }

    /**
     * {@return the products of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public DoubleNdArray times(double value) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.MUL, number(value)));
    }

    /**
     * {@return the quotients of elements, as Java computes {@code float} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray div(IntNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.DIV, other.expression()));
    }

    /**
     * {@return the quotients of elements, as Java computes {@code float} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray div(LongNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.DIV, other.expression()));
    }

    /**
     * {@return the quotients of elements, as Java computes {@code float} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray div(FloatNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.DIV, other.expression()));
    }

    /**
     * {@return the quotients of elements, as Java computes {@code float} and {@code double}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray div(DoubleNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.DIV, other.expression()));
    }

    /**
     * {@return the quotients of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public FloatNdArray div(float value) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.DIV, number(value)));
    }

    /**
     * {@return the quotients of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public DoubleNdArray div(double value) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.DIV, number(value)));
    }

    /**
     * {@return the remainders of elements, as Java computes {@code float} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray rem(IntNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.REM, other.expression()));
    }

    /**
     * {@return the remainders of elements, as Java computes {@code float} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray rem(LongNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.REM, other.expression()));
    }

    /**
     * {@return the remainders of elements, as Java computes {@code float} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray rem(FloatNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.REM, other.expression()));
    }

    /**
     * {@return the remainders of elements, as Java computes {@code float} and {@code double}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray rem(DoubleNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.REM, other.expression()));
    }

    /**
     * {@return the remainders of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public FloatNdArray rem(float value) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.REM, number(value)));
    }

    /**
     * {@return the remainders of elements and a number, as Java computes them}
     *
     * @param value the second operand
     */
    public DoubleNdArray rem(double value) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.REM, number(value)));
    }

    /** {@return the opposite numbers} */
    public FloatNdArray unaryMinus() {
        return new FloatNdArray(expression().negated());
    }

    /** {@return {@code Math.abs} of each element} */
    public FloatNdArray abs() {
        return new FloatNdArray(expression().method("abs"));
    }

    /**
     * {@return {@code Math.min} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray minimum(FloatNdArray other) {
        return new FloatNdArray(expression().method("min", other.expression()));
    }

    /**
     * {@return {@code Math.min} of each element and a number}
     *
     * @param value the second operand
     */
    public FloatNdArray minimum(float value) {
        return new FloatNdArray(expression().method("min", number(value)));
    }

    /**
     * {@return {@code Math.max} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray maximum(FloatNdArray other) {
        return new FloatNdArray(expression().method("max", other.expression()));
    }

    /**
     * {@return {@code Math.max} of each element and a number}
     *
     * @param value the second operand
     */
    public FloatNdArray maximum(float value) {
        return new FloatNdArray(expression().method("max", number(value)));
    }

    /** {@return {@code StrictMath.sqrt} of each element, cast to {@code float}} */
    public FloatNdArray sqrt() {
        return new FloatNdArray(expression().function("sqrt"));
    }

    /** {@return {@code StrictMath.cbrt} of each element, cast to {@code float}} */
    public FloatNdArray cbrt() {
        return new FloatNdArray(expression().function("cbrt"));
    }

    /** {@return {@code StrictMath.exp} of each element, cast to {@code float}} */
    public FloatNdArray exp() {
        return new FloatNdArray(expression().function("exp"));
    }

    /** {@return {@code StrictMath.expm1} of each element, cast to {@code float}} */
    public FloatNdArray expm1() {
        return new FloatNdArray(expression().function("expm1"));
    }

    /** {@return {@code StrictMath.log} of each element, cast to {@code float}} */
    public FloatNdArray log() {
        return new FloatNdArray(expression().function("log"));
    }

    /** {@return {@code StrictMath.log10} of each element, cast to {@code float}} */
    public FloatNdArray log10() {
        return new FloatNdArray(expression().function("log10"));
    }

    /** {@return {@code StrictMath.log1p} of each element, cast to {@code float}} */
    public FloatNdArray log1p() {
        return new FloatNdArray(expression().function("log1p"));
    }

    /** {@return {@code StrictMath.sin} of each element, cast to {@code float}} */
    public FloatNdArray sin() {
        return new FloatNdArray(expression().function("sin"));
    }

    /** {@return {@code StrictMath.cos} of each element, cast to {@code float}} */
    public FloatNdArray cos() {
        return new FloatNdArray(expression().function("cos"));
    }

    /** {@return {@code StrictMath.tan} of each element, cast to {@code float}} */
    public FloatNdArray tan() {
        return new FloatNdArray(expression().function("tan"));
    }

    /** {@return {@code StrictMath.asin} of each element, cast to {@code float}} */
    public FloatNdArray asin() {
        return new FloatNdArray(expression().function("asin"));
    }

    /** {@return {@code StrictMath.acos} of each element, cast to {@code float}} */
    public FloatNdArray acos() {
        return new FloatNdArray(expression().function("acos"));
    }

    /** {@return {@code StrictMath.atan} of each element, cast to {@code float}} */
    public FloatNdArray atan() {
        return new FloatNdArray(expression().function("atan"));
    }

    /** {@return {@code StrictMath.sinh} of each element, cast to {@code float}} */
    public FloatNdArray sinh() {
        return new FloatNdArray(expression().function("sinh"));
    }

    /** {@return {@code StrictMath.cosh} of each element, cast to {@code float}} */
    public FloatNdArray cosh() {
        return new FloatNdArray(expression().function("cosh"));
    }

    /** {@return {@code StrictMath.tanh} of each element, cast to {@code float}} */
    public FloatNdArray tanh() {
        return new FloatNdArray(expression().function("tanh"));
    }

    /** {@return {@code StrictMath.floor} of each element, cast to {@code float}} */
    public FloatNdArray floor() {
        return new FloatNdArray(expression().function("floor"));
    }

    /** {@return {@code StrictMath.ceil} of each element, cast to {@code float}} */
    public FloatNdArray ceil() {
        return new FloatNdArray(expression().function("ceil"));
    }

    /** {@return {@code StrictMath.rint} of each element, cast to {@code float}} */
    public FloatNdArray rint() {
        return new FloatNdArray(expression().function("rint"));
    }

    /**
     * {@return {@code StrictMath.pow} of each element and that of another array, cast to {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray pow(FloatNdArray other) {
        return new FloatNdArray(expression().function("pow", other.expression()));
    }

    /**
     * {@return {@code StrictMath.atan2} of each element and that of another array, cast to {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray atan2(FloatNdArray other) {
        return new FloatNdArray(expression().function("atan2", other.expression()));
    }

    /**
     * {@return {@code StrictMath.hypot} of each element and that of another array, cast to {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray hypot(FloatNdArray other) {
        return new FloatNdArray(expression().function("hypot", other.expression()));
    }

    /**
     * {@return {@code StrictMath.pow} of each element and a number, cast to {@code float}}
     *
     * @param exponent the second operand
     */
    public FloatNdArray pow(float exponent) {
        return new FloatNdArray(expression().function("pow", number(exponent)));
    }

    /**
     * {@return the sums of all elements along some axes, which are left out}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public FloatNdArray sum(int... axes) {
        return new FloatNdArray(expression().reduced(Reduction.SUM, axes));
    }

    /**
     * {@return the products of all elements along some axes, which are left out}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public FloatNdArray prod(int... axes) {
        return new FloatNdArray(expression().reduced(Reduction.PRODUCT, axes));
    }

    /**
     * {@return the sums along some axes, which are left out, divided by how many elements there are, all as {@code float}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public FloatNdArray mean(int... axes) {
        return new FloatNdArray(expression().reduced(Reduction.SUM, axes))
                .div((float) expression().count(axes));
    }

    /**
     * {@return the least of all elements along some axes, which are left out, as {@code Math.min} finds it}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis, or no element along the axes
     */
    public FloatNdArray min(int... axes) {
        return new FloatNdArray(expression().reduced(Reduction.LEAST, axes));
    }

    /**
     * {@return the greatest of all elements along some axes, which are left out, as {@code Math.max} finds it}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis, or no element along the axes
     */
    public FloatNdArray max(int... axes) {
        return new FloatNdArray(expression().reduced(Reduction.GREATEST, axes));
    }

    /**
     * {@return an element}
     *
     * @param indices its index along each axis, negative ones counted from the end; none of a single number
     * @throws IndexOutOfBoundsException if there is no such index
     * @throws IllegalArgumentException if there is not one index for each axis
     */
    public float get(int... indices) {
        return ((float[]) element(indices))[0];
    }

    /** {@return each element cast to {@code int}, as Java does} */
    public IntNdArray toInt() {
        return new IntNdArray(expression().to(ElementType.INT));
    }

    /** {@return each element cast to {@code long}, as Java does} */
    public LongNdArray toLong() {
        return new LongNdArray(expression().to(ElementType.LONG));
    }

    /** {@return this} */
    public FloatNdArray toFloat() {
        return this;
    }

    /** {@return each element cast to {@code double}, as Java does} */
    public DoubleNdArray toDouble() {
        return new DoubleNdArray(expression().to(ElementType.DOUBLE));
    }
}
