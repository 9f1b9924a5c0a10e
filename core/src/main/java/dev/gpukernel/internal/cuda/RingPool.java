package dev.gpukernel.internal.cuda;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;

/**
 * Rings of one chunk size, so that several threads copy at once, each through its own. Their number is bounded, because
 * the operating system cannot use pinned memory for anything else; who comes when all are out waits.
 *
 * <p>Safe for use by several threads.
 */
final class RingPool implements AutoCloseable {
    private final CudaContext context;
    private final int chunkBytes;
    private final Semaphore permits;
    private final ConcurrentLinkedDeque<PinnedRing> free = new ConcurrentLinkedDeque<>();

    RingPool(CudaContext context, int chunkBytes, int limit) {
        this.context = context;
        this.chunkBytes = chunkBytes;
        this.permits = new Semaphore(limit);
    }

    /** A ring for the caller alone, to be given back or discarded. */
    PinnedRing take() {
        permits.acquireUninterruptibly();
        PinnedRing ring = free.pollFirst();
        return ring != null ? ring : new PinnedRing(context, chunkBytes);
    }

    /** Takes a ring back. Its transfers may still be under way. */
    void giveBack(PinnedRing ring) {
        free.addFirst(ring);
        permits.release();
    }

    /** Frees a ring after a failure, to which one more failure is added if there is any. */
    void discard(PinnedRing ring, Throwable failure) {
        try {
            ring.close();
        } catch (RuntimeException alsoFailed) {
            failure.addSuppressed(alsoFailed);
        } finally {
            permits.release();
        }
    }

    /** Frees the rings that nobody has taken. */
    @Override
    public void close() {
        for (PinnedRing ring = free.pollFirst(); ring != null; ring = free.pollFirst()) {
            ring.close();
        }
    }
}
