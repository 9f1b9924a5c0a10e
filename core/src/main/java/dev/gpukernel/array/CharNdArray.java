package dev.gpukernel.array;

import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.function.CharBinaryOperator;
import dev.gpukernel.function.CharBinaryPredicate;
import dev.gpukernel.function.CharOperator;
import dev.gpukernel.function.CharPredicate;
import dev.gpukernel.function.CharToInt;
import dev.gpukernel.function.IndexedCharOperator;
import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.Constant;

/** An array of chars with a shape. Results are what a loop of Java's gives, by bits; see {@link NdArray}. */
public final class CharNdArray extends SmallNdArray<char[], CharNdArray> {
    CharNdArray(Expression expression) {
        super(expression);
    }

    @Override
    CharNdArray of(Expression made) {
        return new CharNdArray(made);
    }

    @Override
    CharNdArray self() {
        return this;
    }

    /**
     * {@return an element}
     *
     * @param indices its index along each axis, negative ones counted from the end; none of a single number
     * @throws IndexOutOfBoundsException if there is no such index
     * @throws IllegalArgumentException if there is not one index for each axis
     */
    public char get(int... indices) {
        return ((char[]) element(indices))[0];
    }

    /**
     * {@return a function of each element}
     *
     * @param function a lambda or method reference, compiled with the rest of the expression; what it captures is read now
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public CharNdArray map(CharOperator function) {
        return of(expression().applied(ElementType.CHAR, CharOperator.class, function));
    }

    /**
     * {@return a function of each element, to which Java widens it}
     *
     * @param function the function, as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public IntNdArray mapToInt(CharToInt function) {
        return new IntNdArray(expression().applied(ElementType.INT, CharToInt.class, function));
    }

    /**
     * {@return where a condition holds}
     *
     * @param condition the condition, a function as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public BooleanNdArray mapToBoolean(CharPredicate condition) {
        return new BooleanNdArray(expression().applied(ElementType.BOOLEAN, CharPredicate.class, condition));
    }

    /**
     * {@return a function of each element and its index, counted row by row}
     *
     * @param function the function, as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public CharNdArray mapIndexed(IndexedCharOperator function) {
        return of(Expression.places(expression().shape())
                .applied(ElementType.CHAR, IndexedCharOperator.class, function, expression()));
    }

    /**
     * {@return a function of each element and that of another array}
     *
     * @param other the second arguments
     * @param function the function, as of {@link #map}
     * @throws IllegalArgumentException if the shapes have none in common
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public CharNdArray zip(CharNdArray other, CharBinaryOperator function) {
        return of(expression().applied(ElementType.CHAR, CharBinaryOperator.class, function, other.expression()));
    }

    /**
     * {@return where a condition of each element and that of another array holds}
     *
     * @param other the second arguments
     * @param condition the condition, a function as of {@link #map}
     * @throws IllegalArgumentException if the shapes have none in common
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public BooleanNdArray zipToBoolean(CharNdArray other, CharBinaryPredicate condition) {
        return new BooleanNdArray(
                expression().applied(ElementType.BOOLEAN, CharBinaryPredicate.class, condition, other.expression()));
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
    public CharNdArray reduce(char identity, CharBinaryOperator combine, int... axes) {
        return of(expression().reduced(CharBinaryOperator.class, combine, Constant.of((int) identity), axes));
    }
}
