package dev.gpukernel.array;

import dev.gpukernel.GpuArray;
import dev.gpukernel.diagnostic.Message;
import java.util.Arrays;
import java.util.Objects;

/**
 * Memory in which the elements of an array with a shape are: that at indices i is the element of the memory at the offset plus the sum of each
 * index times its stride.
 *
 * @param <A> type of the memory's array, such as {@code float[]}
 * @param elements the memory
 * @param offset where the element is whose indices are all 0
 * @param shape size along each axis
 * @param strides distance of neighbours along each axis, in elements; negative for a view backwards, 0 where all are the same element
 */
@SuppressWarnings("ArrayRecordComponent") // as sizes are everywhere
public record StridedMemory<A>(GpuArray<A> elements, int offset, int[] shape, int[] strides) {
    /**
     * Says where elements are.
     *
     * @throws IllegalArgumentException if a size is negative, there are not as many strides as sizes, or an element would be outside of the memory
     */
    public StridedMemory {
        Objects.requireNonNull(elements, "elements");
        shape = shape.clone();
        strides = strides.clone();
        long first = offset;
        long last = offset;
        long size = 1;
        boolean fits = strides.length == shape.length;
        for (int axis = 0; fits && axis < shape.length; axis++) {
            // Neither product nor sum is beyond a long: both factors are ints, and what is too large ends the loop.
            long distance = (shape[axis] - 1L) * strides[axis];
            first += Math.min(0, distance);
            last += Math.max(0, distance);
            size = Math.min(size, Integer.MAX_VALUE) * shape[axis];
            fits = shape[axis] >= 0 && Math.abs(distance) <= Integer.MAX_VALUE;
        }
        if (!fits || size > Integer.MAX_VALUE || (size > 0 && (first < 0 || last >= elements.size()))) {
            throw new IllegalArgumentException(
                    Message.STRIDES.format(Arrays.toString(shape), Arrays.toString(strides), offset, elements.size()));
        }
    }

    @Override
    public int[] shape() {
        return shape.clone();
    }

    @Override
    public int[] strides() {
        return strides.clone();
    }

    @Override
    public String toString() {
        return "shape " + Arrays.toString(shape) + ", strides " + Arrays.toString(strides) + " from " + offset + " of "
                + elements;
    }
}
