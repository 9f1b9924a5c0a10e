package dev.gpukernel.internal.cpu;

import dev.gpukernel.device.ThreadState;
import dev.gpukernel.internal.jvm.LoopCode;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Iterations of a loop, in the caller and in workers at once. Each takes a share of what is left, so that shares are small at the
 * end and nobody waits long for the last.
 */
final class SharedLoop {
    /** How often what is left would last if every core took such a share. */
    private static final long SHARES = 4;

    /** Shares of all iterations that are not divided further. */
    private static final long LEAST_SHARES = 512;

    private static final int MAX_CHUNK = 1 << 28;

    private final LoopCode code;
    private final Supplier<Object @Nullable []> arguments;
    private final long end;
    private final int least;
    private final AtomicLong next;
    private final AtomicLong done;
    private final CountDownLatch allDone = new CountDownLatch(1);
    private volatile @Nullable Throwable thrown;

    /**
     * Prepares iterations.
     *
     * @param from the first
     * @param end the one after the last, greater
     */
    SharedLoop(LoopCode code, Object[] arguments, long from, long end) {
        this(code, () -> arguments, from, end);
    }

    /**
     * Prepares iterations.
     *
     * @param arguments gives each worker its own, null if there are no more
     * @param from the first
     * @param end the one after the last, greater
     */
    SharedLoop(LoopCode code, Supplier<Object @Nullable []> arguments, long from, long end) {
        this.code = code;
        this.arguments = arguments;
        this.end = end;
        this.least = (int) Math.clamp((end - from) / (WorkerPool.SIZE * LEAST_SHARES), 1L, MAX_CHUNK);
        this.next = new AtomicLong(from);
        this.done = new AtomicLong(from);
    }

    /**
     * Runs them, in any order.
     *
     * @return nanoseconds that an iteration took in the caller, 0 if it did none
     * @throws Throwable what one of them threw; then others may not have run
     */
    double run() throws Throwable {
        try {
            WorkerPool.some(WorkerPool.SIZE - 1, this::take);
        } catch (OutOfMemoryError _) {
            // No thread for a worker: those that there are help.
        }
        long start = System.nanoTime();
        long own = take();
        long nanos = System.nanoTime() - start;
        Waiting.uninterruptibly(allDone);
        Throwable first = thrown;
        if (first != null) {
            throw first;
        }
        return own == 0 ? 0 : (double) nanos / own;
    }

    private void take(ThreadState worker) {
        take();
    }

    private int share(long from) {
        long left = end - from;
        long share = Math.clamp(left / (WorkerPool.SIZE * SHARES), least, MAX_CHUNK);
        return (int) Math.min(share, left);
    }

    /** {@return how many iterations it did} */
    private long take() {
        Object[] passed = arguments.get();
        long taken = 0;
        while (passed != null) {
            long from = next.getAndUpdate(first -> first + share(first));
            int count = share(from);
            if (count == 0) {
                return taken;
            }
            if (thrown == null) {
                try {
                    code.run(from, count, passed);
                } catch (Throwable e) {
                    thrown = e;
                }
            }
            taken += count;
            // Whatever happened: the caller waits for every iteration.
            if (done.addAndGet(count) == end) {
                allDone.countDown();
            }
        }
        return taken;
    }
}
