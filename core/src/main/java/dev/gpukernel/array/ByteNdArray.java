package dev.gpukernel.array;

import dev.gpukernel.internal.array.Expression;

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
}
