package dev.gpukernel.device;

import java.lang.invoke.VarHandle;

/**
 * Barriers of a block. What any thread of the block wrote before a barrier, every thread of the block reads after it.
 *
 * <p>Every thread of the block that has not returned must reach the same barrier. CUDA leaves open what happens otherwise, and
 * a GPU may wait for ever; the CPU ends the launch with {@code [BarrierDivergence]}, which names who waits where.
 */
public final class Block {
    private Block() {}

    /** Waits for the block's threads: CUDA's {@code __syncthreads()}. */
    public static void sync() {
        vote("Block.sync", false);
    }

    /**
     * Waits for the block's threads and counts: CUDA's {@code __syncthreads_count}.
     *
     * @param predicate whether this thread counts
     * @return number of threads for which it is true
     */
    public static int syncCount(boolean predicate) {
        return vote("Block.syncCount", predicate).yes();
    }

    /**
     * Waits for the block's threads and asks them all: CUDA's {@code __syncthreads_and}.
     *
     * @param predicate what this thread says
     * @return whether it is true for every thread
     */
    public static boolean syncAnd(boolean predicate) {
        BlockThread.BlockVotes votes = vote("Block.syncAnd", predicate);
        return votes.yes() == votes.all();
    }

    /**
     * Waits for the block's threads and asks for one: CUDA's {@code __syncthreads_or}.
     *
     * @param predicate what this thread says
     * @return whether it is true for at least one thread
     */
    public static boolean syncOr(boolean predicate) {
        return vote("Block.syncOr", predicate).yes() > 0;
    }

    /**
     * Orders what this thread does in memory, as the threads of its block see it. It waits for no other thread. CUDA's {@code
     * __threadfence_block()}, Numba's {@code cuda.threadfence_block()}.
     *
     * @see Grid#fence()
     */
    public static void fence() {
        VarHandle.fullFence();
    }

    private static BlockThread.BlockVotes vote(String operation, boolean predicate) {
        return ThreadState.together(operation).meetBlock(operation, predicate);
    }
}
