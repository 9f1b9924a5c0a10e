package dev.gpukernel.internal.jvm;

import java.util.Arrays;

/**
 * A block of a grid whose threads run in turn: what each of them waits for, and what it keeps meanwhile. Emitted classes extend it.
 * It serves one block after another, each begun by {@link #begin}.
 */
public abstract class BlockFrame {
    /** What a thread that has returned is at. */
    public static final int RETURNED = -1;

    /** What threads are at that have not begun. */
    public static final int START = 0;

    private static final int WARP_SIZE = 32;

    /** By thread, {@link #START}, {@link #RETURNED}, or 1 more than the number of the barrier where it waits. */
    public final int[] at;

    /** By thread, the bits that it shows to the others at a barrier. */
    public final long[] shown;

    /** By thread, which lane it asks. */
    public final int[] lanes;

    /** By thread, the bits of what a barrier gives it. */
    public final long[] outcomes;

    /** Threads along x. */
    public int blockDimX;

    /** Threads along y. */
    public int blockDimY;

    /** Threads along z. */
    public int blockDimZ;

    /** Blocks along x. */
    public int gridDimX;

    /** Blocks along y. */
    public int gridDimY;

    /** Blocks along z. */
    public int gridDimZ;

    /** Index of the block along x. */
    public int blockX;

    /** Index of the block along y. */
    public int blockY;

    /** Index of the block along z. */
    public int blockZ;

    /** The thread that ended with the exception that {@link #run} threw. */
    public int thread;

    /** Where it last asked for memory whose size the launch says, a number of {@link BlockCode#position}. */
    public int place;

    /** Bytes of shared memory whose size the launch says. */
    public int dynamicBytes;

    /** That memory. */
    public DynamicMemory dynamic = (type, from, length) -> {
        throw new IllegalStateException("no memory");
    };

    /** Shared memory whose size a launch says. */
    public interface DynamicMemory {
        /**
         * {@return the array for a part that is aligned and within the memory}
         *
         * @param type class of the elements
         * @param from the byte where it begins
         * @param length number of elements
         */
        Object slice(Class<?> type, int from, int length);
    }

    /** Takes what threads print. */
    public Printer printer = (thread, number, operands) -> {
        throw new IllegalStateException("nothing is printed");
    };

    /** What threads print. */
    public interface Printer {
        /**
         * A thread prints.
         *
         * @param thread which one
         * @param number of the operation among {@link BlockCode#prints}
         * @param operands the bits of its operands
         */
        void print(int thread, int number, long[] operands);
    }

    /**
     * Makes room for a block.
     *
     * @param threads of the block, 0 if nobody asks where they are, as none waits
     */
    BlockFrame(int threads) {
        this.at = new int[threads];
        this.shown = new long[threads];
        this.lanes = new int[threads];
        this.outcomes = new long[threads];
    }

    /** Begins another block: shared arrays are new, and no thread has begun. */
    public final void begin() {
        Arrays.fill(at, START);
        newArrays();
    }

    /** Makes the block's shared arrays. */
    abstract void newArrays();

    /**
     * Runs threads that are all at one place, each up to the next barrier or to its end. One that ends with an exception ends the
     * call; those after it have not gone on.
     *
     * @param place where they are
     * @param from the first thread
     * @param to the one after the last
     * @throws LoopFault what the kernel throws
     * @throws Throwable what the JVM itself throws
     */
    public abstract void run(int place, int from, int to) throws Throwable;

    /** {@return the lanes of a thread's warp that have not returned, bit 0 for lane 0} */
    public final int presentLanes(int ofThread) {
        int first = ofThread & -WARP_SIZE;
        int present = 0;
        for (int t = first; t < Math.min(at.length, first + WARP_SIZE); t++) {
            present |= at[t] == RETURNED ? 0 : 1 << (t - first);
        }
        return present;
    }

    /** Called by emitted code. */
    final void print(int ofThread, int number, long[] operands) {
        printer.print(ofThread, number, operands);
    }

    /** Called by emitted code: the call of that number. */
    final Object slice(Class<?> type, int from, int length, int call) {
        place = call;
        return dynamic.slice(type, from, length);
    }
}
