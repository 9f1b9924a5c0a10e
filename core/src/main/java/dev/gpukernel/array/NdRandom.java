package dev.gpukernel.array;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.array.Randoms;
import dev.gpukernel.internal.ir.ElementType;

/**
 * Arrays of random numbers, by {@link NdArrays#random}. An element is a function of the seed and of its number in the array, row by row, as
 * {@link dev.gpukernel.device.Philox} has it: the same on every device, and in a kernel that asks Philox for it. Nothing is kept from one array
 * to the next: two of the same seed hold the same numbers. {@link #skip} leads to others.
 *
 * <p>Like all arrays these are expressions. Numbers that are used once are never in memory.
 */
public final class NdRandom {
    private final long seed;
    private final long first;

    NdRandom(long seed, long first) {
        this.seed = seed;
        this.first = first;
    }

    /**
     * {@return the same without the first numbers}
     *
     * @param count how many to leave out, at least 0
     * @throws IllegalArgumentException if it is negative
     */
    public NdRandom skip(long count) {
        if (count < 0) {
            throw new IllegalArgumentException(Message.NEGATIVE_SIZE.format("count of numbers to skip", count));
        }
        return new NdRandom(seed, Math.addExact(first, count));
    }

    /**
     * {@return floats from 0, inclusive, to 1, exclusive: {@code Philox.uniformFloat}}
     *
     * @param shape the shape
     * @throws IllegalArgumentException if it has a negative size or too many elements
     */
    public FloatNdArray uniform(int... shape) {
        return new FloatNdArray(Randoms.uniform(ElementType.FLOAT, seed, first, shape));
    }

    /**
     * {@return doubles from 0, inclusive, to 1, exclusive: {@code Philox.uniform}}
     *
     * @param shape the shape
     * @throws IllegalArgumentException if it has a negative size or too many elements
     */
    public DoubleNdArray uniformDoubles(int... shape) {
        return new DoubleNdArray(Randoms.uniform(ElementType.DOUBLE, seed, first, shape));
    }

    /**
     * {@return floats of the normal distribution with mean 0 and standard deviation 1: {@code Philox.normal}, cast}
     *
     * @param shape the shape
     * @throws IllegalArgumentException if it has a negative size or too many elements
     */
    public FloatNdArray normal(int... shape) {
        return new FloatNdArray(Randoms.normalFloats(seed, first, shape));
    }

    /**
     * {@return doubles of the normal distribution with mean 0 and standard deviation 1: {@code Philox.normal}}
     *
     * @param shape the shape
     * @throws IllegalArgumentException if it has a negative size or too many elements
     */
    public DoubleNdArray normalDoubles(int... shape) {
        return new DoubleNdArray(Randoms.normal(seed, first, shape));
    }

    /**
     * {@return ints from 0 on and less than a bound: the upper half of the product of the bound and 64 random bits}
     *
     * @param bound the bound, at least 1
     * @param shape the shape
     * @throws IllegalArgumentException if the bound is less than 1, or the shape has a negative size or too many elements
     */
    public IntNdArray integers(int bound, int... shape) {
        if (bound < 1) {
            throw new IllegalArgumentException(Message.RANDOM_BOUND.format(bound));
        }
        return new IntNdArray(Randoms.integers(seed, first, bound, shape));
    }

    /**
     * {@return the ints from 0 on and less than a size, each once, in an order that the seed alone decides: {@code Philox.permuted}}
     *
     * @param size how many
     * @throws IllegalArgumentException if it is negative
     */
    public IntNdArray permutation(int size) {
        return size == 0 ? NdArrays.arange(0) : new IntNdArray(Randoms.permutation(seed, size));
    }
}
