package dev.gpukernel.internal.array.kernel;

import dev.gpukernel.GpuKernel;

/** What passes of radix sorts of all types have in common. */
public final class RadixTiles {
    /** Threads of a block, one for each digit. */
    public static final int THREADS = 256;

    /** Values of a digit. */
    public static final int DIGITS = 256;

    /** Bits of a digit. */
    public static final int BITS = 8;

    private RadixTiles() {}

    /**
     * {@return the class that has the kernels {@code count}, {@code keys} and {@code pairs}}
     *
     * @param type type of the keys, {@code int[].class} or {@code long[].class}
     */
    public static Class<?> of(Class<?> type) {
        return type == int[].class ? IntRadix.class : LongRadix.class;
    }

    /**
     * {@return how many keys a block takes}
     *
     * @param type type of the keys, {@code int[].class} or {@code long[].class}
     */
    public static int tile(Class<?> type) {
        return type == int[].class ? IntRadix.TILE : LongRadix.TILE;
    }

    /** Computes the sums of all numbers before each one. */
    @GpuKernel
    static void starts(int[] counts, int[] starts) {
        int sum = 0;
        for (int i = 0; i < counts.length; i++) {
            starts[i] = sum;
            sum += counts[i];
        }
    }
}
