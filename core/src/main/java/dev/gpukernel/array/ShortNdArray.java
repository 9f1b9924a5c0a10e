package dev.gpukernel.array;

import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.function.IndexedShortOperator;
import dev.gpukernel.function.ShortBinaryOperator;
import dev.gpukernel.function.ShortBinaryPredicate;
import dev.gpukernel.function.ShortOperator;
import dev.gpukernel.function.ShortPredicate;
import dev.gpukernel.function.ShortToInt;
import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.Constant;

/** An array of shorts with a shape. Results are what a loop of Java's gives, by bits; see {@link NdArray}. */
public final class ShortNdArray extends SmallNdArray<short[], ShortNdArray> {
    ShortNdArray(Expression expression) {
        super(expression);
    }

    @Override
    ShortNdArray of(Expression made) {
        return new ShortNdArray(made);
    }

    @Override
    ShortNdArray self() {
        return this;
    }

    /**
     * {@return an element}
     *
     * @param indices its index along each axis, negative ones counted from the end; none of a single number
     * @throws IndexOutOfBoundsException if there is no such index
     * @throws IllegalArgumentException if there is not one index for each axis
     */
    public short get(int... indices) {
        return ((short[]) element(indices))[0];
    }

    /**
     * {@return a function of each element}
     *
     * @param function a lambda or method reference, compiled with the rest of the expression; what it captures is read now
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public ShortNdArray map(ShortOperator function) {
        return of(expression().applied(ElementType.SHORT, ShortOperator.class, function));
    }

    /**
     * {@return a function of each element, to which Java widens it}
     *
     * @param function the function, as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public IntNdArray mapToInt(ShortToInt function) {
        return new IntNdArray(expression().applied(ElementType.INT, ShortToInt.class, function));
    }

    /**
     * {@return where a condition holds}
     *
     * @param condition the condition, a function as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public BooleanNdArray mapToBoolean(ShortPredicate condition) {
        return new BooleanNdArray(expression().applied(ElementType.BOOLEAN, ShortPredicate.class, condition));
    }

    /**
     * {@return a function of each element and its index, counted row by row}
     *
     * @param function the function, as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public ShortNdArray mapIndexed(IndexedShortOperator function) {
        return of(Expression.places(expression().shape())
                .applied(ElementType.SHORT, IndexedShortOperator.class, function, expression()));
    }

    /**
     * {@return a function of each element and that of another array}
     *
     * @param other the second arguments
     * @param function the function, as of {@link #map}
     * @throws IllegalArgumentException if the shapes have none in common
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public ShortNdArray zip(ShortNdArray other, ShortBinaryOperator function) {
        return of(expression().applied(ElementType.SHORT, ShortBinaryOperator.class, function, other.expression()));
    }

    /**
     * {@return where a condition of each element and that of another array holds}
     *
     * @param other the second arguments
     * @param condition the condition, a function as of {@link #map}
     * @throws IllegalArgumentException if the shapes have none in common
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public BooleanNdArray zipToBoolean(ShortNdArray other, ShortBinaryPredicate condition) {
        return new BooleanNdArray(
                expression().applied(ElementType.BOOLEAN, ShortBinaryPredicate.class, condition, other.expression()));
    }

    /**
     * {@return what a function makes of all elements along some axes, which are left out} Elements are combined as {@link IntNdArray#reduce}
     * does it.
     *
     * @param identity what changes nothing: {@code combine(identity, x)} is {@code x}
     * @param combine an associative function, as of {@link #map}
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public ShortNdArray reduce(short identity, ShortBinaryOperator combine, int... axes) {
        return of(expression().reduced(ShortBinaryOperator.class, combine, Constant.of((int) identity), axes));
    }
}
