package dev.gpukernel.array;

import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.HostImages;
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
}
