package dev.gpukernel.array;

import dev.gpukernel.internal.array.Expression;

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
}
