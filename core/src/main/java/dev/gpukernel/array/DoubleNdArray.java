package dev.gpukernel.array;

import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.Reduction;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;

/** An array of doubles with a shape. Results are what a loop of Java's gives, by bits; see {@link NdArray}. */
public final class DoubleNdArray extends NumberNdArray<double[]> {
    DoubleNdArray(Expression expression) {
        super(expression);
    }

    @Override
    public DoubleNdArray compute() {
        settle();
        return this;
    }

    @Override
    public double[] toArray() {
        return (double[]) elements();
    }

    @Override
    public DoubleNdArray reshape(int... shape) {
        return new DoubleNdArray(expression().reshape(shape));
    }

    @Override
    public DoubleNdArray transpose() {
        return new DoubleNdArray(expression().transpose());
    }

    @Override
    public DoubleNdArray transpose(int... axes) {
        return new DoubleNdArray(expression().transpose(axes));
    }

    @Override
    public DoubleNdArray slice(Slice... slices) {
        return new DoubleNdArray(sliced(slices));
    }

    @Override
    public DoubleNdArray at(int index) {
        return new DoubleNdArray(expression().at(index));
    }

    @Override
    public DoubleNdArray expandDims(int axis) {
        return new DoubleNdArray(expression().expandDims(axis));
    }

    @Override
    public DoubleNdArray squeeze(int... axes) {
        return new DoubleNdArray(expression().squeeze(axes));
    }

    @Override
    public DoubleNdArray broadcastTo(int... shape) {
        return new DoubleNdArray(expression().broadcastTo(shape));
    }

    @Override
    public DoubleNdArray flip(int... axes) {
        return new DoubleNdArray(expression().flip(axes));
    }

    /**
     * {@return the sums of elements, as Java computes {@code double} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray plus(IntNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.ADD, other.expression()));
    }

    /**
     * {@return the sums of elements, as Java computes {@code double} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray plus(LongNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.ADD, other.expression()));
    }

    /**
     * {@return the sums of elements, as Java computes {@code double} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray plus(FloatNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.ADD, other.expression()));
    }

    /**
     * {@return the sums of elements, as Java computes {@code double} and {@code double}}
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
    public DoubleNdArray plus(double value) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.ADD, number(value)));
    }

    /**
     * {@return the differences of elements, as Java computes {@code double} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray minus(IntNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.SUB, other.expression()));
    }

    /**
     * {@return the differences of elements, as Java computes {@code double} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray minus(LongNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.SUB, other.expression()));
    }

    /**
     * {@return the differences of elements, as Java computes {@code double} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray minus(FloatNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.SUB, other.expression()));
    }

    /**
     * {@return the differences of elements, as Java computes {@code double} and {@code double}}
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
    public DoubleNdArray minus(double value) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.SUB, number(value)));
    }

    /**
     * {@return the products of elements, as Java computes {@code double} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray times(IntNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.MUL, other.expression()));
    }

    /**
     * {@return the products of elements, as Java computes {@code double} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray times(LongNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.MUL, other.expression()));
    }

    /**
     * {@return the products of elements, as Java computes {@code double} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray times(FloatNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.MUL, other.expression()));
    }

    /**
     * {@return the products of elements, as Java computes {@code double} and {@code double}}
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
    public DoubleNdArray times(double value) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.MUL, number(value)));
    }

    /**
     * {@return the quotients of elements, as Java computes {@code double} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray div(IntNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.DIV, other.expression()));
    }

    /**
     * {@return the quotients of elements, as Java computes {@code double} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray div(LongNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.DIV, other.expression()));
    }

    /**
     * {@return the quotients of elements, as Java computes {@code double} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray div(FloatNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.DIV, other.expression()));
    }

    /**
     * {@return the quotients of elements, as Java computes {@code double} and {@code double}}
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
    public DoubleNdArray div(double value) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.DIV, number(value)));
    }

    /**
     * {@return the remainders of elements, as Java computes {@code double} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray rem(IntNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.REM, other.expression()));
    }

    /**
     * {@return the remainders of elements, as Java computes {@code double} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray rem(LongNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.REM, other.expression()));
    }

    /**
     * {@return the remainders of elements, as Java computes {@code double} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray rem(FloatNdArray other) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.REM, other.expression()));
    }

    /**
     * {@return the remainders of elements, as Java computes {@code double} and {@code double}}
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
    public DoubleNdArray rem(double value) {
        return new DoubleNdArray(expression().arithmetic(BinaryKind.REM, number(value)));
    }

    /** {@return the opposite numbers} */
    public DoubleNdArray unaryMinus() {
        return new DoubleNdArray(expression().negated());
    }

    /** {@return {@code Math.abs} of each element} */
    public DoubleNdArray abs() {
        return new DoubleNdArray(expression().method("abs"));
    }

    /**
     * {@return {@code Math.min} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray minimum(DoubleNdArray other) {
        return new DoubleNdArray(expression().method("min", other.expression()));
    }

    /**
     * {@return {@code Math.min} of each element and a number}
     *
     * @param value the second operand
     */
    public DoubleNdArray minimum(double value) {
        return new DoubleNdArray(expression().method("min", number(value)));
    }

    /**
     * {@return {@code Math.max} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray maximum(DoubleNdArray other) {
        return new DoubleNdArray(expression().method("max", other.expression()));
    }

    /**
     * {@return {@code Math.max} of each element and a number}
     *
     * @param value the second operand
     */
    public DoubleNdArray maximum(double value) {
        return new DoubleNdArray(expression().method("max", number(value)));
    }

    /** {@return {@code StrictMath.sqrt} of each element} */
    public DoubleNdArray sqrt() {
        return new DoubleNdArray(expression().function("sqrt"));
    }

    /** {@return {@code StrictMath.cbrt} of each element} */
    public DoubleNdArray cbrt() {
        return new DoubleNdArray(expression().function("cbrt"));
    }

    /** {@return {@code StrictMath.exp} of each element} */
    public DoubleNdArray exp() {
        return new DoubleNdArray(expression().function("exp"));
    }

    /** {@return {@code StrictMath.expm1} of each element} */
    public DoubleNdArray expm1() {
        return new DoubleNdArray(expression().function("expm1"));
    }

    /** {@return {@code StrictMath.log} of each element} */
    public DoubleNdArray log() {
        return new DoubleNdArray(expression().function("log"));
    }

    /** {@return {@code StrictMath.log10} of each element} */
    public DoubleNdArray log10() {
        return new DoubleNdArray(expression().function("log10"));
    }

    /** {@return {@code StrictMath.log1p} of each element} */
    public DoubleNdArray log1p() {
        return new DoubleNdArray(expression().function("log1p"));
    }

    /** {@return {@code StrictMath.sin} of each element} */
    public DoubleNdArray sin() {
        return new DoubleNdArray(expression().function("sin"));
    }

    /** {@return {@code StrictMath.cos} of each element} */
    public DoubleNdArray cos() {
        return new DoubleNdArray(expression().function("cos"));
    }

    /** {@return {@code StrictMath.tan} of each element} */
    public DoubleNdArray tan() {
        return new DoubleNdArray(expression().function("tan"));
    }

    /** {@return {@code StrictMath.asin} of each element} */
    public DoubleNdArray asin() {
        return new DoubleNdArray(expression().function("asin"));
    }

    /** {@return {@code StrictMath.acos} of each element} */
    public DoubleNdArray acos() {
        return new DoubleNdArray(expression().function("acos"));
    }

    /** {@return {@code StrictMath.atan} of each element} */
    public DoubleNdArray atan() {
        return new DoubleNdArray(expression().function("atan"));
    }

    /** {@return {@code StrictMath.sinh} of each element} */
    public DoubleNdArray sinh() {
        return new DoubleNdArray(expression().function("sinh"));
    }

    /** {@return {@code StrictMath.cosh} of each element} */
    public DoubleNdArray cosh() {
        return new DoubleNdArray(expression().function("cosh"));
    }

    /** {@return {@code StrictMath.tanh} of each element} */
    public DoubleNdArray tanh() {
        return new DoubleNdArray(expression().function("tanh"));
    }

    /** {@return {@code StrictMath.floor} of each element} */
    public DoubleNdArray floor() {
        return new DoubleNdArray(expression().function("floor"));
    }

    /** {@return {@code StrictMath.ceil} of each element} */
    public DoubleNdArray ceil() {
        return new DoubleNdArray(expression().function("ceil"));
    }

    /** {@return {@code StrictMath.rint} of each element} */
    public DoubleNdArray rint() {
        return new DoubleNdArray(expression().function("rint"));
    }

    /**
     * {@return {@code StrictMath.pow} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray pow(DoubleNdArray other) {
        return new DoubleNdArray(expression().function("pow", other.expression()));
    }

    /**
     * {@return {@code StrictMath.atan2} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray atan2(DoubleNdArray other) {
        return new DoubleNdArray(expression().function("atan2", other.expression()));
    }

    /**
     * {@return {@code StrictMath.hypot} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray hypot(DoubleNdArray other) {
        return new DoubleNdArray(expression().function("hypot", other.expression()));
    }

    /**
     * {@return {@code StrictMath.pow} of each element and a number}
     *
     * @param exponent the second operand
     */
    public DoubleNdArray pow(double exponent) {
        return new DoubleNdArray(expression().function("pow", number(exponent)));
    }

    /**
     * {@return the sums of all elements along some axes, which are left out}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public DoubleNdArray sum(int... axes) {
        return new DoubleNdArray(expression().reduced(Reduction.SUM, axes));
    }

    /**
     * {@return the products of all elements along some axes, which are left out}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public DoubleNdArray prod(int... axes) {
        return new DoubleNdArray(expression().reduced(Reduction.PRODUCT, axes));
    }

    /**
     * {@return the sums along some axes, which are left out, divided by how many elements there are, all as {@code double}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public DoubleNdArray mean(int... axes) {
        return new DoubleNdArray(expression().reduced(Reduction.SUM, axes))
                .div((double) expression().count(axes));
    }

    /**
     * {@return the least of all elements along some axes, which are left out, as {@code Math.min} finds it}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis, or no element along the axes
     */
    public DoubleNdArray min(int... axes) {
        return new DoubleNdArray(expression().reduced(Reduction.LEAST, axes));
    }

    /**
     * {@return the greatest of all elements along some axes, which are left out, as {@code Math.max} finds it}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis, or no element along the axes
     */
    public DoubleNdArray max(int... axes) {
        return new DoubleNdArray(expression().reduced(Reduction.GREATEST, axes));
    }

    /**
     * {@return an element}
     *
     * @param indices its index along each axis, negative ones counted from the end; none of a single number
     * @throws IndexOutOfBoundsException if there is no such index
     * @throws IllegalArgumentException if there is not one index for each axis
     */
    public double get(int... indices) {
        return ((double[]) element(indices))[0];
    }

    /** {@return each element cast to {@code int}, as Java does} */
    public IntNdArray toInt() {
        return new IntNdArray(expression().to(ElementType.INT));
    }

    /** {@return each element cast to {@code long}, as Java does} */
    public LongNdArray toLong() {
        return new LongNdArray(expression().to(ElementType.LONG));
    }

    /** {@return each element cast to {@code float}, as Java does} */
    public FloatNdArray toFloat() {
        return new FloatNdArray(expression().to(ElementType.FLOAT));
    }

    /** {@return this} */
    public DoubleNdArray toDouble() {
        return this;
    }
}
