package dev.gpukernel.internal.cpu;

import dev.gpukernel.GpuException;
import dev.gpukernel.device.ThreadState;
import dev.gpukernel.internal.backend.KernelFault;
import java.util.List;

/** What a thread of a grid threw, and which thread it was. */
final class ThreadFault {
    private final Throwable thrown;
    private final long block;
    private final long thread;
    private final List<Integer> blockIndex;
    private final List<Integer> threadIndex;

    /**
     * Keeps a fault.
     *
     * @param state stands at the thread
     * @param thrown what it threw
     */
    ThreadFault(ThreadState state, Throwable thrown) {
        this.thrown = thrown;
        this.block = GridPosition.block(state);
        this.thread = GridPosition.thread(state);
        this.blockIndex = GridPosition.blockIndex(state);
        this.threadIndex = GridPosition.threadIndex(state);
    }

    Throwable thrown() {
        return thrown;
    }

    /**
     * Whether this fault is the one to show of two: what a kernel threw itself rather than that its threads did not meet, which may
     * come of it; else that of the lower thread.
     */
    boolean isBefore(ThreadFault other) {
        if (isOwn() != other.isOwn()) {
            return isOwn();
        }
        return block != other.block ? block < other.block : thread < other.thread;
    }

    private boolean isOwn() {
        return !(thrown instanceof GpuException);
    }

    /** Moves a state to the thread. */
    void seek(ThreadState state) {
        GridPosition.seek(state, block);
        state.threadX = threadIndex.get(0);
        state.threadY = threadIndex.get(1);
        state.threadZ = threadIndex.get(2);
    }

    String note() {
        return KernelFault.note(blockIndex, threadIndex);
    }
}
