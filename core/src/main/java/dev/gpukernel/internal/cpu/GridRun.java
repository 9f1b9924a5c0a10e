package dev.gpukernel.internal.cpu;

import dev.gpukernel.device.ThreadState;
import dev.gpukernel.internal.backend.ClassInitialisers;
import dev.gpukernel.internal.backend.Shape;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One launch of a grid kernel. The caller begins, block by block; if it is not done soon, the workers take over. Blocks are
 * handed out in order, so that the first fault in a worker is also its lowest.
 */
final class GridRun {
    /** How long the caller runs alone: about what it costs to wake the workers. */
    private static final long ALONE_NANOS = 20_000;

    private static final long CHUNKS_PER_WORKER = 32;
    private static final int MAX_CHUNK = 1 << 16;

    private final Blocks work;
    private final Shape shape;
    private final long blocks;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong done = new AtomicLong();
    private final CountDownLatch allDone = new CountDownLatch(1);
    private @Nullable ThreadFault lowest;
    private @Nullable Throwable failure;

    /** What is done for blocks. */
    interface Blocks {
        /**
         * Runs blocks, one after another.
         *
         * @param state has the dimensions of the launch
         * @param first the first of them
         * @param count how many, at least 1
         * @param faults takes what threads throw
         */
        void run(ThreadState state, long first, int count, Consumer<ThreadFault> faults);
    }

    GridRun(BlockLoop loop, Object[] arguments, Shape shape) {
        this((state, first, count, faults) -> runBlocks(loop, arguments, state, first, count, faults), shape);
    }

    GridRun(Blocks work, Shape shape) {
        this.work = work;
        this.shape = shape;
        this.blocks = shape.blocks();
    }

    /**
     * Runs every thread of the grid. A thread that throws ends; the others go on.
     *
     * @return what the lowest thread threw, {@code null} if none did
     */
    @Nullable ThreadFault run() {
        ThreadState state = new ThreadState();
        long deadline = System.nanoTime() + ALONE_NANOS;
        ScopedValue.where(ThreadState.CURRENT, state).run(() -> take(state, 1, deadline));
        if (done.get() < blocks && ClassInitialisers.areRunning()) {
            // Workers would wait for the class that the caller initialises, if the kernel uses it.
            return runInOrder();
        }
        if (done.get() < blocks) {
            handOver(state);
            Waiting.uninterruptibly(allDone);
        }
        return result();
    }

    /**
     * Runs every thread of the grid in the caller, one after another.
     *
     * @return what the lowest thread threw, {@code null} if none did
     */
    @Nullable ThreadFault runInOrder() {
        ThreadState state = new ThreadState();
        ScopedValue.where(ThreadState.CURRENT, state).run(() -> take(state, 1, Long.MAX_VALUE));
        return result();
    }

    private synchronized @Nullable ThreadFault result() {
        if (failure != null) {
            throw new IllegalStateException("a worker failed outside the kernel", failure);
        }
        return lowest;
    }

    private void handOver(ThreadState state) {
        int chunk = Math.clamp(blocks / (WorkerPool.SIZE * CHUNKS_PER_WORKER), 1, MAX_CHUNK);
        try {
            WorkerPool.everywhere(worker -> take(worker, chunk, Long.MAX_VALUE));
        } catch (OutOfMemoryError _) {
            // No thread for a worker: those that there are go on, and the caller helps in case there are none.
            ScopedValue.where(ThreadState.CURRENT, state).run(() -> take(state, chunk, Long.MAX_VALUE));
        }
    }

    private void take(ThreadState state, int chunk, long deadline) {
        GridPosition.size(state, shape);
        do {
            long first = next.getAndAdd(chunk);
            if (first >= blocks) {
                return;
            }
            int count = (int) Math.min(chunk, blocks - first);
            try {
                work.run(state, first, count, this::keep);
            } catch (Throwable e) {
                fail(e);
            }
            // Whatever happened: the caller waits for every block.
            if (done.addAndGet(count) == blocks) {
                allDone.countDown();
            }
        } while (deadline == Long.MAX_VALUE || System.nanoTime() - deadline < 0);
    }

    private static void runBlocks(
            BlockLoop loop,
            Object[] arguments,
            ThreadState state,
            long first,
            int count,
            Consumer<ThreadFault> faults) {
        state.together = LoneThread.INSTANCE;
        GridPosition.seek(state, first);
        for (int left = count; left > 0; left = (int) (first + count - GridPosition.block(state))) {
            try {
                loop.run(state, arguments, left);
                return;
            } catch (Throwable thrown) {
                faults.accept(new ThreadFault(state, thrown));
                GridPosition.advance(state);
            }
        }
    }

    private synchronized void fail(Throwable e) {
        failure = e;
    }

    private synchronized void keep(ThreadFault fault) {
        if (lowest == null || fault.isBefore(lowest)) {
            lowest = fault;
        }
    }
}
