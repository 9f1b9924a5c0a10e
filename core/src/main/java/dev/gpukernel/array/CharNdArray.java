package dev.gpukernel.array;

import dev.gpukernel.internal.array.Expression;

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
}
