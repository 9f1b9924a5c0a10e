package dev.gpukernel.array;

/**
 * What is taken along one axis of an array: a {@link Slice}, or an array of ints or longs, of which negative ones count from the end.
 *
 * <p>Several of them follow NumPy's rules. Arrays of indices are broadcast to one shape and name elements together. If they are next to each
 * other, the axes of that shape stand where theirs were; if a slice is between them, these axes come first and those of slices behind.
 */
public sealed interface Index permits Slice, IntegralNdArray {
    /**
     * {@return one index, without an axis for it in the result} Like any single number it counts as an array of indices.
     *
     * @param index the index; a negative one counts from the end
     */
    static Index of(int index) {
        return NdArrays.full(index);
    }
}
