package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Op;

/** Which of two forms of a nest a launch takes, by numbers of iterations. */
public final class SplitRule {
    /** Fewest iterations inside: below, a launch of its own costs more than it saves. */
    public static final long LEAST_INSIDE = 1 << 16;

    /**
     * Fewest iterations inside for each outside: one launch costs about as much as so many iterations of a thread. On an H200, 2^24
     * elements take 21.0 ms in 64 threads and 4.9 in 64 launches (4,096 for each), and 8.6 ms in 256 threads and 16.6 in 256 launches
     * (256 for each): they meet at about 600. A CPU with few cores, which sums in the same order, is better off with threads.
     */
    public static final long RATIO = 1 << 11;

    /** The same on a CPU, where a thread is fast and splitting a loop costs more. */
    public static final long CPU_RATIO = 1 << 19;

    /** Most threads for which a CPU exchanges loops: more go through memory faster row by row than column by column. */
    public static final long MOST_EXCHANGED = 64;

    /** Most iterations that are told apart. */
    static final long MOST = 1 << 20;

    /** So many iterations inside that they are split whatever there is outside. */
    static final long ANY = MOST * RATIO;

    private SplitRule() {}

    /**
     * Asks whether loops that can be exchanged are: one launch then does what takes one for each iteration of the outer loop otherwise.
     *
     * @param inside iterations of the inner loops, which are threads in either case
     * @param cores of the CPU that would run it, 0 on a GPU
     */
    public static boolean exchanges(long inside, int cores) {
        return cores == 0 || inside <= MOST_EXCHANGED;
    }

    /**
     * Asks whether the loops inside a loop are split rather than the loop itself. Where the order of sums shows, the answer follows from the counts alone.
     *
     * @param sums whether their order shows
     * @param outside how many threads the outer loop would have
     * @param inside iterations of the inner loop
     * @param cores of the CPU that would run it, 0 on a GPU
     * @return whether the inner loops are split
     */
    public static boolean holds(Op.Sums sums, long outside, long inside, int cores) {
        long ratio = RATIO;
        if (sums == Op.Sums.EXACT && cores > 0) {
            if (outside > cores / 2) {
                return false;
            }
            ratio = CPU_RATIO;
        }
        return outside >= 1 && outside < MOST && inside >= LEAST_INSIDE && inside / ratio >= outside;
    }
}
