package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;

/** How many random points of a square lie in a quarter of a circle. */
public final class MonteCarloPiKernels {
    /** The golden ratio's fraction, odd: its multiples go through all numbers of 64 bits. */
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private static final int BITS = 31;

    private MonteCarloPiKernels() {}

    @GpuKernel
    public static long hits(long points, long seed) {
        long count = 0;
        for (long i = 0; i < points; i++) {
            long random = random(seed, i);
            long x = random >>> (64 - BITS);
            long y = random & ((1L << BITS) - 1);
            if (x * x + y * y < 1L << (2 * BITS)) {
                count++;
            }
        }
        return count;
    }

    /** {@return the number at a place in a row of random ones: SplitMix64, which needs none of those before it} */
    static long random(long seed, long place) {
        long z = seed + (place + 1) * GOLDEN;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}
