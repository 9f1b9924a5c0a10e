package dev.gpukernel.array;

import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.function.FloatBinaryOperator;
import dev.gpukernel.function.FloatBinaryPredicate;
import dev.gpukernel.function.FloatOperator;
import dev.gpukernel.function.FloatPredicate;
import dev.gpukernel.function.FloatTernaryOperator;
import dev.gpukernel.function.FloatToDouble;
import dev.gpukernel.function.FloatToInt;
import dev.gpukernel.function.FloatToLong;
import dev.gpukernel.function.IndexedFloatOperator;
import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.Reduction;
import dev.gpukernel.internal.array.Statistics;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;

/** An array of floats with a shape. Results are what a loop of Java's gives, by bits; see {@link NdArray}. */
public final class FloatNdArray extends FloatingNdArray<float[], FloatNdArray> {
    FloatNdArray(Expression expression) {
        super(expression);
    }

    @Override
    FloatNdArray of(Expression made) {
        return new FloatNdArray(made);
    }

    @Override
    FloatNdArray self() {
        return this;
    }

    /**
     * {@return the sums of elements, as Java computes {@code float} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray plus(IntOperand other) {
        return new FloatNdArray(
                expression().arithmetic(BinaryKind.ADD, other.toInt().expression()));
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
    public FloatNdArray minus(IntOperand other) {
        return new FloatNdArray(
                expression().arithmetic(BinaryKind.SUB, other.toInt().expression()));
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
    public FloatNdArray times(IntOperand other) {
        return new FloatNdArray(
                expression().arithmetic(BinaryKind.MUL, other.toInt().expression()));
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
    public FloatNdArray div(IntOperand other) {
        return new FloatNdArray(
                expression().arithmetic(BinaryKind.DIV, other.toInt().expression()));
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
    public FloatNdArray rem(IntOperand other) {
        return new FloatNdArray(
                expression().arithmetic(BinaryKind.REM, other.toInt().expression()));
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

    /**
     * {@return {@code Math.min} of each element and a number}
     *
     * @param value the second operand
     */
    public FloatNdArray minimum(float value) {
        return new FloatNdArray(expression().method("min", number(value)));
    }

    /**
     * {@return {@code Math.max} of each element and a number}
     *
     * @param value the second operand
     */
    public FloatNdArray maximum(float value) {
        return new FloatNdArray(expression().method("max", number(value)));
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
     * {@return an element}
     *
     * @param indices its index along each axis, negative ones counted from the end; none of a single number
     * @throws IndexOutOfBoundsException if there is no such index
     * @throws IllegalArgumentException if there is not one index for each axis
     */
    public float get(int... indices) {
        return ((float[]) element(indices))[0];
    }

    /**
     * {@return a function of each element}
     *
     * @param function a lambda or method reference, compiled with the rest of the expression; what it captures is read now
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public FloatNdArray map(FloatOperator function) {
        return of(expression().applied(ElementType.FLOAT, FloatOperator.class, function));
    }

    /**
     * {@return a function of each element}
     *
     * @param function the function, as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public IntNdArray mapToInt(FloatToInt function) {
        return new IntNdArray(expression().applied(ElementType.INT, FloatToInt.class, function));
    }

    /**
     * {@return a function of each element}
     *
     * @param function the function, as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public LongNdArray mapToLong(FloatToLong function) {
        return new LongNdArray(expression().applied(ElementType.LONG, FloatToLong.class, function));
    }

    /**
     * {@return a function of each element}
     *
     * @param function the function, as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public DoubleNdArray mapToDouble(FloatToDouble function) {
        return new DoubleNdArray(expression().applied(ElementType.DOUBLE, FloatToDouble.class, function));
    }

    /**
     * {@return where a condition holds}
     *
     * @param condition the condition, a function as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public BooleanNdArray mapToBoolean(FloatPredicate condition) {
        return new BooleanNdArray(expression().applied(ElementType.BOOLEAN, FloatPredicate.class, condition));
    }

    /**
     * {@return a function of each element and its index, counted row by row}
     *
     * @param function the function, as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public FloatNdArray mapIndexed(IndexedFloatOperator function) {
        return of(Expression.places(expression().shape())
                .applied(ElementType.FLOAT, IndexedFloatOperator.class, function, expression()));
    }

    /**
     * {@return a function of each element and that of another array}
     *
     * @param other the second arguments
     * @param function the function, as of {@link #map}
     * @throws IllegalArgumentException if the shapes have none in common
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public FloatNdArray zip(FloatNdArray other, FloatBinaryOperator function) {
        return of(expression().applied(ElementType.FLOAT, FloatBinaryOperator.class, function, other.expression()));
    }

    /**
     * {@return a function of each element and those of two other arrays}
     *
     * @param second the second arguments
     * @param third the third arguments
     * @param function the function, as of {@link #map}
     * @throws IllegalArgumentException if the shapes have none in common
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public FloatNdArray zip(FloatNdArray second, FloatNdArray third, FloatTernaryOperator function) {
        return of(expression()
                .applied(
                        ElementType.FLOAT,
                        FloatTernaryOperator.class,
                        function,
                        second.expression(),
                        third.expression()));
    }

    /**
     * {@return where a condition of each element and that of another array holds}
     *
     * @param other the second arguments
     * @param condition the condition, a function as of {@link #map}
     * @throws IllegalArgumentException if the shapes have none in common
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public BooleanNdArray zipToBoolean(FloatNdArray other, FloatBinaryPredicate condition) {
        return new BooleanNdArray(
                expression().applied(ElementType.BOOLEAN, FloatBinaryPredicate.class, condition, other.expression()));
    }

    /**
     * {@return what a function makes of all elements along some axes, which are left out} Elements are combined row by row, in pieces of 256:
     * {@code result = combine(result, element)}, beginning with the identity. What pieces come to is combined in the same way.
     *
     * @param identity what changes nothing: {@code combine(identity, x)} is {@code x}
     * @param combine an associative function, as of {@link #map}
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public FloatNdArray reduce(float identity, FloatBinaryOperator combine, int... axes) {
        return of(expression().reduced(FloatBinaryOperator.class, combine, Constant.of(identity), axes));
    }

    /**
     * {@return each element, but not less than one limit and then not greater than another: {@code min(max(a, low), high)}}
     *
     * @param low the least
     * @param high the greatest
     */
    public FloatNdArray clip(float low, float high) {
        return maximum(low).minimum(high);
    }

    /**
     * {@return the sums of the elements up to each of them along an axis}
     *
     * @param axis along which
     * @throws IllegalArgumentException if there is no such axis
     */
    public FloatNdArray cumSum(int axis) {
        return new FloatNdArray(Statistics.cumulated(expression(), Reduction.SUM, axis));
    }

    /** {@return the sums of the elements up to each of them, row by row, in one axis} */
    public FloatNdArray cumSum() {
        return reshape(-1).cumSum(0);
    }

    /**
     * {@return the products of the elements up to each of them along an axis}
     *
     * @param axis along which
     * @throws IllegalArgumentException if there is no such axis
     */
    public FloatNdArray cumProd(int axis) {
        return new FloatNdArray(Statistics.cumulated(expression(), Reduction.PRODUCT, axis));
    }

    /** {@return the products of the elements up to each of them, row by row, in one axis} */
    public FloatNdArray cumProd() {
        return reshape(-1).cumProd(0);
    }

    /** {@return {@code Math.round} of each element} */
    public IntNdArray round() {
        return new IntNdArray(expression().method(ElementType.INT, "round"));
    }
}
