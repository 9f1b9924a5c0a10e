package dev.gpukernel.array;

import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.function.IndexedLongOperator;
import dev.gpukernel.function.LongBinaryOperator;
import dev.gpukernel.function.LongBinaryPredicate;
import dev.gpukernel.function.LongOperator;
import dev.gpukernel.function.LongPredicate;
import dev.gpukernel.function.LongTernaryOperator;
import dev.gpukernel.function.LongToDouble;
import dev.gpukernel.function.LongToFloat;
import dev.gpukernel.function.LongToInt;
import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.Reduction;
import dev.gpukernel.internal.array.Statistics;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;

/** An array of longs with a shape. Results are what a loop of Java's gives, by bits; see {@link NdArray}. */
public final class LongNdArray extends IntegralNdArray<long[], LongNdArray> {
    LongNdArray(Expression expression) {
        super(expression);
    }

    @Override
    LongNdArray of(Expression made) {
        return new LongNdArray(made);
    }

    @Override
    LongNdArray self() {
        return this;
    }

    /**
     * {@return the sums of elements, as Java computes {@code long} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public LongNdArray plus(IntOperand other) {
        return new LongNdArray(
                expression().arithmetic(BinaryKind.ADD, other.toInt().expression()));
    }

    /**
     * {@return the sums of elements, as Java computes {@code long} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public LongNdArray plus(LongNdArray other) {
        return new LongNdArray(expression().arithmetic(BinaryKind.ADD, other.expression()));
    }

    /**
     * {@return the sums of elements, as Java computes {@code long} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray plus(FloatNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.ADD, other.expression()));
    }

    /**
     * {@return the sums of elements, as Java computes {@code long} and {@code double}}
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
    public LongNdArray plus(long value) {
        return new LongNdArray(expression().arithmetic(BinaryKind.ADD, number(value)));
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
     * {@return the differences of elements, as Java computes {@code long} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public LongNdArray minus(IntOperand other) {
        return new LongNdArray(
                expression().arithmetic(BinaryKind.SUB, other.toInt().expression()));
    }

    /**
     * {@return the differences of elements, as Java computes {@code long} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public LongNdArray minus(LongNdArray other) {
        return new LongNdArray(expression().arithmetic(BinaryKind.SUB, other.expression()));
    }

    /**
     * {@return the differences of elements, as Java computes {@code long} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray minus(FloatNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.SUB, other.expression()));
    }

    /**
     * {@return the differences of elements, as Java computes {@code long} and {@code double}}
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
    public LongNdArray minus(long value) {
        return new LongNdArray(expression().arithmetic(BinaryKind.SUB, number(value)));
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
     * {@return the products of elements, as Java computes {@code long} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public LongNdArray times(IntOperand other) {
        return new LongNdArray(
                expression().arithmetic(BinaryKind.MUL, other.toInt().expression()));
    }

    /**
     * {@return the products of elements, as Java computes {@code long} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public LongNdArray times(LongNdArray other) {
        return new LongNdArray(expression().arithmetic(BinaryKind.MUL, other.expression()));
    }

    /**
     * {@return the products of elements, as Java computes {@code long} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray times(FloatNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.MUL, other.expression()));
    }

    /**
     * {@return the products of elements, as Java computes {@code long} and {@code double}}
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
    public LongNdArray times(long value) {
        return new LongNdArray(expression().arithmetic(BinaryKind.MUL, number(value)));
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
     * {@return the quotients of elements, as Java computes {@code long} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public LongNdArray div(IntOperand other) {
        return new LongNdArray(
                expression().arithmetic(BinaryKind.DIV, other.toInt().expression()));
    }

    /**
     * {@return the quotients of elements, as Java computes {@code long} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public LongNdArray div(LongNdArray other) {
        return new LongNdArray(expression().arithmetic(BinaryKind.DIV, other.expression()));
    }

    /**
     * {@return the quotients of elements, as Java computes {@code long} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray div(FloatNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.DIV, other.expression()));
    }

    /**
     * {@return the quotients of elements, as Java computes {@code long} and {@code double}}
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
    public LongNdArray div(long value) {
        return new LongNdArray(expression().arithmetic(BinaryKind.DIV, number(value)));
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
     * {@return the remainders of elements, as Java computes {@code long} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public LongNdArray rem(IntOperand other) {
        return new LongNdArray(
                expression().arithmetic(BinaryKind.REM, other.toInt().expression()));
    }

    /**
     * {@return the remainders of elements, as Java computes {@code long} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public LongNdArray rem(LongNdArray other) {
        return new LongNdArray(expression().arithmetic(BinaryKind.REM, other.expression()));
    }

    /**
     * {@return the remainders of elements, as Java computes {@code long} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray rem(FloatNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.REM, other.expression()));
    }

    /**
     * {@return the remainders of elements, as Java computes {@code long} and {@code double}}
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
    public LongNdArray rem(long value) {
        return new LongNdArray(expression().arithmetic(BinaryKind.REM, number(value)));
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
    public LongNdArray minimum(long value) {
        return new LongNdArray(expression().method("min", number(value)));
    }

    /**
     * {@return {@code Math.max} of each element and a number}
     *
     * @param value the second operand
     */
    public LongNdArray maximum(long value) {
        return new LongNdArray(expression().method("max", number(value)));
    }

    /**
     * {@return the sums of all elements along some axes, which are left out}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public LongNdArray sum(int... axes) {
        return new LongNdArray(expression().reduced(Reduction.SUM, axes));
    }

    /**
     * {@return the products of all elements along some axes, which are left out}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public LongNdArray prod(int... axes) {
        return new LongNdArray(expression().reduced(Reduction.PRODUCT, axes));
    }

    /**
     * {@return the sums along some axes, which are left out, divided by how many elements there are, all as {@code double}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public DoubleNdArray mean(int... axes) {
        return new DoubleNdArray(expression().to(ElementType.DOUBLE).reduced(Reduction.SUM, axes))
                .div((double) expression().count(axes));
    }

    /**
     * {@return an element}
     *
     * @param indices its index along each axis, negative ones counted from the end; none of a single number
     * @throws IndexOutOfBoundsException if there is no such index
     * @throws IllegalArgumentException if there is not one index for each axis
     */
    public long get(int... indices) {
        return ((long[]) element(indices))[0];
    }

    /**
     * {@return a function of each element}
     *
     * @param function a lambda or method reference, compiled with the rest of the expression; what it captures is read now
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public LongNdArray map(LongOperator function) {
        return of(expression().applied(ElementType.LONG, LongOperator.class, function));
    }

    /**
     * {@return a function of each element}
     *
     * @param function the function, as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public IntNdArray mapToInt(LongToInt function) {
        return new IntNdArray(expression().applied(ElementType.INT, LongToInt.class, function));
    }

    /**
     * {@return a function of each element}
     *
     * @param function the function, as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public FloatNdArray mapToFloat(LongToFloat function) {
        return new FloatNdArray(expression().applied(ElementType.FLOAT, LongToFloat.class, function));
    }

    /**
     * {@return a function of each element}
     *
     * @param function the function, as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public DoubleNdArray mapToDouble(LongToDouble function) {
        return new DoubleNdArray(expression().applied(ElementType.DOUBLE, LongToDouble.class, function));
    }

    /**
     * {@return where a condition holds}
     *
     * @param condition the condition, a function as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public BooleanNdArray mapToBoolean(LongPredicate condition) {
        return new BooleanNdArray(expression().applied(ElementType.BOOLEAN, LongPredicate.class, condition));
    }

    /**
     * {@return a function of each element and its index, counted row by row}
     *
     * @param function the function, as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public LongNdArray mapIndexed(IndexedLongOperator function) {
        return of(Expression.places(expression().shape())
                .applied(ElementType.LONG, IndexedLongOperator.class, function, expression()));
    }

    /**
     * {@return a function of each element and that of another array}
     *
     * @param other the second arguments
     * @param function the function, as of {@link #map}
     * @throws IllegalArgumentException if the shapes have none in common
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public LongNdArray zip(LongNdArray other, LongBinaryOperator function) {
        return of(expression().applied(ElementType.LONG, LongBinaryOperator.class, function, other.expression()));
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
    public LongNdArray zip(LongNdArray second, LongNdArray third, LongTernaryOperator function) {
        return of(expression()
                .applied(
                        ElementType.LONG,
                        LongTernaryOperator.class,
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
    public BooleanNdArray zipToBoolean(LongNdArray other, LongBinaryPredicate condition) {
        return new BooleanNdArray(
                expression().applied(ElementType.BOOLEAN, LongBinaryPredicate.class, condition, other.expression()));
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
    public LongNdArray reduce(long identity, LongBinaryOperator combine, int... axes) {
        return of(expression().reduced(LongBinaryOperator.class, combine, Constant.of(identity), axes));
    }

    /**
     * {@return each element, but not less than one limit and then not greater than another: {@code min(max(a, low), high)}}
     *
     * @param low the least
     * @param high the greatest
     */
    public LongNdArray clip(long low, long high) {
        return maximum(low).minimum(high);
    }

    /**
     * {@return the sums of the elements up to each of them along an axis}
     *
     * @param axis along which
     * @throws IllegalArgumentException if there is no such axis
     */
    public LongNdArray cumSum(int axis) {
        return new LongNdArray(Statistics.cumulated(expression(), Reduction.SUM, axis));
    }

    /** {@return the sums of the elements up to each of them, row by row, in one axis} */
    public LongNdArray cumSum() {
        return reshape(-1).cumSum(0);
    }

    /**
     * {@return the products of the elements up to each of them along an axis}
     *
     * @param axis along which
     * @throws IllegalArgumentException if there is no such axis
     */
    public LongNdArray cumProd(int axis) {
        return new LongNdArray(Statistics.cumulated(expression(), Reduction.PRODUCT, axis));
    }

    /** {@return the products of the elements up to each of them, row by row, in one axis} */
    public LongNdArray cumProd() {
        return reshape(-1).cumProd(0);
    }

    /**
     * {@return the variances of all elements along some axes, which are left out: squared distances from the mean, added up and divided by how many they are, as {@code double}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public DoubleNdArray var(int... axes) {
        return toDouble().var(axes);
    }

    /**
     * {@return the same divided by one less than how many they are, which estimates the variance of what they are a sample of, as {@code double}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public DoubleNdArray sampleVar(int... axes) {
        return toDouble().sampleVar(axes);
    }

    /**
     * {@return the roots of {@link #var}, as {@code double}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public DoubleNdArray std(int... axes) {
        return toDouble().std(axes);
    }

    /**
     * {@return the roots of {@link #sampleVar}, as {@code double}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public DoubleNdArray sampleStd(int... axes) {
        return toDouble().sampleStd(axes);
    }

    /**
     * {@return the lengths of vectors along some axes, which are left out: the roots of the sums of squares, as {@code double}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public DoubleNdArray norm(int... axes) {
        return toDouble().norm(axes);
    }

    /**
     * {@return {@code a & value} of each element and a number}
     *
     * @param value the second operand
     */
    public LongNdArray and(long value) {
        return new LongNdArray(expression().arithmetic(BinaryKind.AND, number(value)));
    }

    /**
     * {@return {@code a | value} of each element and a number}
     *
     * @param value the second operand
     */
    public LongNdArray or(long value) {
        return new LongNdArray(expression().arithmetic(BinaryKind.OR, number(value)));
    }

    /**
     * {@return {@code a ^ value} of each element and a number}
     *
     * @param value the second operand
     */
    public LongNdArray xor(long value) {
        return new LongNdArray(expression().arithmetic(BinaryKind.XOR, number(value)));
    }

    /**
     * {@return {@code Math.floorDiv} of each element and a number}
     *
     * @param value the second operand
     */
    public LongNdArray floorDiv(long value) {
        return new LongNdArray(expression().method("floorDiv", number(value)));
    }

    /**
     * {@return {@code Math.floorMod} of each element and a number}
     *
     * @param value the second operand
     */
    public LongNdArray floorMod(long value) {
        return new LongNdArray(expression().method("floorMod", number(value)));
    }
}
