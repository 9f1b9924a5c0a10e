package dev.gpukernel.array;

import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.function.IndexedIntOperator;
import dev.gpukernel.function.IntBinaryOperator;
import dev.gpukernel.function.IntBinaryPredicate;
import dev.gpukernel.function.IntOperator;
import dev.gpukernel.function.IntPredicate;
import dev.gpukernel.function.IntTernaryOperator;
import dev.gpukernel.function.IntToDouble;
import dev.gpukernel.function.IntToFloat;
import dev.gpukernel.function.IntToLong;
import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.HostImages;
import dev.gpukernel.internal.array.Reduction;
import dev.gpukernel.internal.array.Sorting;
import dev.gpukernel.internal.array.Statistics;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import java.awt.image.BufferedImage;

/** An array of ints with a shape. Results are what a loop of Java's gives, by bits; see {@link NdArray}. */
public final class IntNdArray extends IntegralNdArray<int[], IntNdArray> implements IntOperand {
    IntNdArray(Expression expression) {
        super(expression);
    }

    @Override
    IntNdArray of(Expression made) {
        return new IntNdArray(made);
    }

    @Override
    IntNdArray self() {
        return this;
    }

    /**
     * {@return the sums of elements, as Java computes {@code int} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public IntNdArray plus(IntOperand other) {
        return new IntNdArray(
                expression().arithmetic(BinaryKind.ADD, other.toInt().expression()));
    }

    /**
     * {@return the sums of elements, as Java computes {@code int} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public LongNdArray plus(LongNdArray other) {
        return new LongNdArray(expression().arithmetic(BinaryKind.ADD, other.expression()));
    }

    /**
     * {@return the sums of elements, as Java computes {@code int} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray plus(FloatNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.ADD, other.expression()));
    }

    /**
     * {@return the sums of elements, as Java computes {@code int} and {@code double}}
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
    public IntNdArray plus(int value) {
        return new IntNdArray(expression().arithmetic(BinaryKind.ADD, number(value)));
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
     * {@return the differences of elements, as Java computes {@code int} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public IntNdArray minus(IntOperand other) {
        return new IntNdArray(
                expression().arithmetic(BinaryKind.SUB, other.toInt().expression()));
    }

    /**
     * {@return the differences of elements, as Java computes {@code int} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public LongNdArray minus(LongNdArray other) {
        return new LongNdArray(expression().arithmetic(BinaryKind.SUB, other.expression()));
    }

    /**
     * {@return the differences of elements, as Java computes {@code int} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray minus(FloatNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.SUB, other.expression()));
    }

    /**
     * {@return the differences of elements, as Java computes {@code int} and {@code double}}
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
    public IntNdArray minus(int value) {
        return new IntNdArray(expression().arithmetic(BinaryKind.SUB, number(value)));
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
     * {@return the products of elements, as Java computes {@code int} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public IntNdArray times(IntOperand other) {
        return new IntNdArray(
                expression().arithmetic(BinaryKind.MUL, other.toInt().expression()));
    }

    /**
     * {@return the products of elements, as Java computes {@code int} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public LongNdArray times(LongNdArray other) {
        return new LongNdArray(expression().arithmetic(BinaryKind.MUL, other.expression()));
    }

    /**
     * {@return the products of elements, as Java computes {@code int} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray times(FloatNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.MUL, other.expression()));
    }

    /**
     * {@return the products of elements, as Java computes {@code int} and {@code double}}
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
    public IntNdArray times(int value) {
        return new IntNdArray(expression().arithmetic(BinaryKind.MUL, number(value)));
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
     * {@return the quotients of elements, as Java computes {@code int} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public IntNdArray div(IntOperand other) {
        return new IntNdArray(
                expression().arithmetic(BinaryKind.DIV, other.toInt().expression()));
    }

    /**
     * {@return the quotients of elements, as Java computes {@code int} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public LongNdArray div(LongNdArray other) {
        return new LongNdArray(expression().arithmetic(BinaryKind.DIV, other.expression()));
    }

    /**
     * {@return the quotients of elements, as Java computes {@code int} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray div(FloatNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.DIV, other.expression()));
    }

    /**
     * {@return the quotients of elements, as Java computes {@code int} and {@code double}}
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
    public IntNdArray div(int value) {
        return new IntNdArray(expression().arithmetic(BinaryKind.DIV, number(value)));
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
     * {@return the remainders of elements, as Java computes {@code int} and {@code int}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public IntNdArray rem(IntOperand other) {
        return new IntNdArray(
                expression().arithmetic(BinaryKind.REM, other.toInt().expression()));
    }

    /**
     * {@return the remainders of elements, as Java computes {@code int} and {@code long}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public LongNdArray rem(LongNdArray other) {
        return new LongNdArray(expression().arithmetic(BinaryKind.REM, other.expression()));
    }

    /**
     * {@return the remainders of elements, as Java computes {@code int} and {@code float}}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray rem(FloatNdArray other) {
        return new FloatNdArray(expression().arithmetic(BinaryKind.REM, other.expression()));
    }

    /**
     * {@return the remainders of elements, as Java computes {@code int} and {@code double}}
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
    public IntNdArray rem(int value) {
        return new IntNdArray(expression().arithmetic(BinaryKind.REM, number(value)));
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
    public IntNdArray minimum(int value) {
        return new IntNdArray(expression().method("min", number(value)));
    }

    /**
     * {@return {@code Math.max} of each element and a number}
     *
     * @param value the second operand
     */
    public IntNdArray maximum(int value) {
        return new IntNdArray(expression().method("max", number(value)));
    }

    /**
     * {@return the sums of all elements along some axes, which are left out, as {@code long}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public LongNdArray sum(int... axes) {
        return new LongNdArray(expression().to(ElementType.LONG).reduced(Reduction.SUM, axes));
    }

    /**
     * {@return the products of all elements along some axes, which are left out, as {@code long}}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public LongNdArray prod(int... axes) {
        return new LongNdArray(expression().to(ElementType.LONG).reduced(Reduction.PRODUCT, axes));
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
    public int get(int... indices) {
        return ((int[]) element(indices))[0];
    }

    /**
     * {@return a function of each element}
     *
     * @param function a lambda or method reference, compiled with the rest of the expression; what it captures is read now
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public IntNdArray map(IntOperator function) {
        return of(expression().applied(ElementType.INT, IntOperator.class, function));
    }

    /**
     * {@return a function of each element}
     *
     * @param function the function, as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public LongNdArray mapToLong(IntToLong function) {
        return new LongNdArray(expression().applied(ElementType.LONG, IntToLong.class, function));
    }

    /**
     * {@return a function of each element}
     *
     * @param function the function, as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public FloatNdArray mapToFloat(IntToFloat function) {
        return new FloatNdArray(expression().applied(ElementType.FLOAT, IntToFloat.class, function));
    }

    /**
     * {@return a function of each element}
     *
     * @param function the function, as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public DoubleNdArray mapToDouble(IntToDouble function) {
        return new DoubleNdArray(expression().applied(ElementType.DOUBLE, IntToDouble.class, function));
    }

    /**
     * {@return where a condition holds}
     *
     * @param condition the condition, a function as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public BooleanNdArray mapToBoolean(IntPredicate condition) {
        return new BooleanNdArray(expression().applied(ElementType.BOOLEAN, IntPredicate.class, condition));
    }

    /**
     * {@return a function of each element and its index, counted row by row}
     *
     * @param function the function, as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public IntNdArray mapIndexed(IndexedIntOperator function) {
        return of(Expression.places(expression().shape())
                .applied(ElementType.INT, IndexedIntOperator.class, function, expression()));
    }

    /**
     * {@return a function of each element and that of another array}
     *
     * @param other the second arguments
     * @param function the function, as of {@link #map}
     * @throws IllegalArgumentException if the shapes have none in common
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public IntNdArray zip(IntNdArray other, IntBinaryOperator function) {
        return of(expression().applied(ElementType.INT, IntBinaryOperator.class, function, other.expression()));
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
    public IntNdArray zip(IntNdArray second, IntNdArray third, IntTernaryOperator function) {
        return of(expression()
                .applied(ElementType.INT, IntTernaryOperator.class, function, second.expression(), third.expression()));
    }

    /**
     * {@return where a condition of each element and that of another array holds}
     *
     * @param other the second arguments
     * @param condition the condition, a function as of {@link #map}
     * @throws IllegalArgumentException if the shapes have none in common
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public BooleanNdArray zipToBoolean(IntNdArray other, IntBinaryPredicate condition) {
        return new BooleanNdArray(
                expression().applied(ElementType.BOOLEAN, IntBinaryPredicate.class, condition, other.expression()));
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
    public IntNdArray reduce(int identity, IntBinaryOperator combine, int... axes) {
        return of(expression().reduced(IntBinaryOperator.class, combine, Constant.of(identity), axes));
    }

    /**
     * {@return each element, but not less than one limit and then not greater than another: {@code min(max(a, low), high)}}
     *
     * @param low the least
     * @param high the greatest
     */
    public IntNdArray clip(int low, int high) {
        return maximum(low).minimum(high);
    }

    /**
     * {@return the sums of the elements up to each of them along an axis, as {@code long}}
     *
     * @param axis along which
     * @throws IllegalArgumentException if there is no such axis
     */
    public LongNdArray cumSum(int axis) {
        return new LongNdArray(Statistics.cumulated(expression().to(ElementType.LONG), Reduction.SUM, axis));
    }

    /** {@return the sums of the elements up to each of them, row by row, in one axis, as {@code long}} */
    public LongNdArray cumSum() {
        return reshape(-1).cumSum(0);
    }

    /**
     * {@return the products of the elements up to each of them along an axis, as {@code long}}
     *
     * @param axis along which
     * @throws IllegalArgumentException if there is no such axis
     */
    public LongNdArray cumProd(int axis) {
        return new LongNdArray(Statistics.cumulated(expression().to(ElementType.LONG), Reduction.PRODUCT, axis));
    }

    /** {@return the products of the elements up to each of them, row by row, in one axis, as {@code long}} */
    public LongNdArray cumProd() {
        return reshape(-1).cumProd(0);
    }

    /** {@return how often each number from 0 to the greatest is there} Computes that one. */
    public IntNdArray bincount() {
        return bincount(0);
    }

    /**
     * {@return how often each number from 0 on is there} Computes the greatest number.
     *
     * @param least how many numbers to count at least
     * @throws IllegalArgumentException if that is negative, or a number is
     */
    public IntNdArray bincount(int least) {
        return new IntNdArray(Sorting.counts(expression(), least));
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
    public IntNdArray and(int value) {
        return new IntNdArray(expression().arithmetic(BinaryKind.AND, number(value)));
    }

    /**
     * {@return {@code a | value} of each element and a number}
     *
     * @param value the second operand
     */
    public IntNdArray or(int value) {
        return new IntNdArray(expression().arithmetic(BinaryKind.OR, number(value)));
    }

    /**
     * {@return {@code a ^ value} of each element and a number}
     *
     * @param value the second operand
     */
    public IntNdArray xor(int value) {
        return new IntNdArray(expression().arithmetic(BinaryKind.XOR, number(value)));
    }

    /**
     * {@return {@code Math.floorDiv} of each element and a number}
     *
     * @param value the second operand
     */
    public IntNdArray floorDiv(int value) {
        return new IntNdArray(expression().method("floorDiv", number(value)));
    }

    /**
     * {@return {@code Math.floorMod} of each element and a number}
     *
     * @param value the second operand
     */
    public IntNdArray floorMod(int value) {
        return new IntNdArray(expression().method("floorMod", number(value)));
    }

    /**
     * {@return an image of its elements, which are computed} They are {@code 0xAARRGGBB}: an image of type {@link BufferedImage#TYPE_INT_ARGB}.
     *
     * @throws IllegalArgumentException if the shape is not (height, width), or there are no elements
     * @throws ArithmeticException if an integer is divided by 0
     */
    public BufferedImage toImage() {
        return HostImages.image(compute().expression());
    }
}
