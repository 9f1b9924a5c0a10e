package dev.gpukernel.internal.backend;

/**
 * How iterations of a plain loop are divided among threads: each runs several that follow one another.
 *
 * @param iterations how many, at least 1
 * @param mostSkipped how many of those of thread 0 may come before the first that there is, less than {@code iterations}
 */
public record Grain(int iterations, int mostSkipped) {
    /** Each thread runs one. */
    public static final Grain ONE = new Grain(1, 0);

    /** {@return how many threads certainly run so many iterations} */
    public long threads(long count) {
        return Math.ceilDiv(count + mostSkipped, iterations);
    }

    /** {@return how many iterations so many threads certainly run} */
    public long iterations(long threads) {
        return threads * iterations - mostSkipped;
    }

    /**
     * The note for an iteration.
     *
     * @param thread index of its thread
     * @return which iteration it is, or among which it is
     */
    public String note(long thread) {
        long first = Math.max(0, thread * iterations - mostSkipped);
        long last = thread * iterations + iterations - 1;
        return first == last
                ? "in iteration " + first + " of the loop"
                : "in one of the iterations " + first + " to " + last + " of the loop";
    }
}
