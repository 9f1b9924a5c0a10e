package dev.gpukernel.array;

import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.function.ByteBinaryOperator;
import dev.gpukernel.function.ByteBinaryPredicate;
import dev.gpukernel.function.ByteOperator;
import dev.gpukernel.function.BytePredicate;
import dev.gpukernel.function.ByteToInt;
import dev.gpukernel.function.IndexedByteOperator;
import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.HostImages;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.Constant;
import java.awt.image.BufferedImage;

/** An array of bytes with a shape. Results are what a loop of Java's gives, by bits; see {@link NdArray}. */
public final class ByteNdArray extends SmallNdArray<byte[], ByteNdArray> {
    ByteNdArray(Expression expression) {
        super(expression);
    }

    @Override
    ByteNdArray of(Expression made) {
        return new ByteNdArray(made);
    }

    @Override
    ByteNdArray self() {
        return this;
    }

    /**
     * {@return an element}
     *
     * @param indices its index along each axis, negative ones counted from the end; none of a single number
     * @throws IndexOutOfBoundsException if there is no such index
     * @throws IllegalArgumentException if there is not one index for each axis
     */
    public byte get(int... indices) {
        return ((byte[]) element(indices))[0];
    }

    /**
     * {@return an image of its elements, which are computed} They are samples: of shape (height, width) a {@linkplain BufferedImage#TYPE_BYTE_GRAY grey} one, of three samples {@link BufferedImage#TYPE_3BYTE_BGR}, of
     * four {@link BufferedImage#TYPE_4BYTE_ABGR}, red first in both.
     *
     * @throws IllegalArgumentException if the shape is not (height, width), (height, width, 3) or (height, width, 4), or there are no elements
     * @throws ArithmeticException if an integer is divided by 0
     */
    public BufferedImage toImage() {
        return HostImages.image(compute().expression());
    }

    /**
     * {@return a function of each element}
     *
     * @param function a lambda or method reference, compiled with the rest of the expression; what it captures is read now
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public ByteNdArray map(ByteOperator function) {
        return of(expression().applied(ElementType.BYTE, ByteOperator.class, function));
    }

    /**
     * {@return a function of each element, to which Java widens it}
     *
     * @param function the function, as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public IntNdArray mapToInt(ByteToInt function) {
        return new IntNdArray(expression().applied(ElementType.INT, ByteToInt.class, function));
    }

    /**
     * {@return where a condition holds}
     *
     * @param condition the condition, a function as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public BooleanNdArray mapToBoolean(BytePredicate condition) {
        return new BooleanNdArray(expression().applied(ElementType.BOOLEAN, BytePredicate.class, condition));
    }

    /**
     * {@return a function of each element and its index, counted row by row}
     *
     * @param function the function, as of {@link #map}
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public ByteNdArray mapIndexed(IndexedByteOperator function) {
        return of(Expression.places(expression().shape())
                .applied(ElementType.BYTE, IndexedByteOperator.class, function, expression()));
    }

    /**
     * {@return a function of each element and that of another array}
     *
     * @param other the second arguments
     * @param function the function, as of {@link #map}
     * @throws IllegalArgumentException if the shapes have none in common
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public ByteNdArray zip(ByteNdArray other, ByteBinaryOperator function) {
        return of(expression().applied(ElementType.BYTE, ByteBinaryOperator.class, function, other.expression()));
    }

    /**
     * {@return where a condition of each element and that of another array holds}
     *
     * @param other the second arguments
     * @param condition the condition, a function as of {@link #map}
     * @throws IllegalArgumentException if the shapes have none in common
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public BooleanNdArray zipToBoolean(ByteNdArray other, ByteBinaryPredicate condition) {
        return new BooleanNdArray(
                expression().applied(ElementType.BOOLEAN, ByteBinaryPredicate.class, condition, other.expression()));
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
    public ByteNdArray reduce(byte identity, ByteBinaryOperator combine, int... axes) {
        return of(expression().reduced(ByteBinaryOperator.class, combine, Constant.of((int) identity), axes));
    }
}
