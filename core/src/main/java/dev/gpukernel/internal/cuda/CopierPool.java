package dev.gpukernel.internal.cuda;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;

/**
 * Copiers with chunks of the same sizes, one for each thread that copies. Their number is bounded, because the operating system cannot use
 * pinned memory for anything else; who comes when all are out waits.
 *
 * <p>Safe for use by several threads.
 */
final class CopierPool implements AutoCloseable {
    private final CudaContext context;
    private final int bytesThere;
    private final int bytesBack;
    private final Semaphore permits;
    private final ConcurrentLinkedDeque<Copier> free = new ConcurrentLinkedDeque<>();

    CopierPool(CudaContext context, int bytesThere, int bytesBack, int limit) {
        this.context = context;
        this.bytesThere = bytesThere;
        this.bytesBack = bytesBack;
        this.permits = new Semaphore(limit);
    }

    /** What a thread copies through, both ways. For one thread at a time. */
    record Copier(PinnedRing there, PinnedRing back) implements AutoCloseable {
        @Override
        public void close() {
            try (there;
                    back) {
                // Both are closed even if one fails.
            }
        }
    }

    /** How many chunks a copy needs for each way. */
    record Chunks(int there, int back) {}

    /** A copier for the caller alone, to be given back or discarded, with as many chunks as it needs at least. */
    Copier take(Chunks needed) {
        permits.acquireUninterruptibly();
        Copier known = free.pollFirst();
        Copier copier = known != null
                ? known
                : new Copier(new PinnedRing(context, bytesThere), new PinnedRing(context, bytesBack));
        try {
            copier.there.chunks(needed.there);
            copier.back.chunks(needed.back);
            return copier;
        } catch (Throwable failed) {
            discard(copier, failed);
            throw failed;
        }
    }

    /** Takes a copier back. What it sent may still be under way. */
    void giveBack(Copier copier) {
        free.addFirst(copier);
        permits.release();
    }

    /** Frees a copier after a failure, to which one more failure is added if there is any. */
    void discard(Copier copier, Throwable failure) {
        try {
            copier.close();
        } catch (RuntimeException alsoFailed) {
            failure.addSuppressed(alsoFailed);
        } finally {
            permits.release();
        }
    }

    /** Frees the copiers that nobody has taken. */
    @Override
    public void close() {
        for (Copier copier = free.pollFirst(); copier != null; copier = free.pollFirst()) {
            copier.close();
        }
    }
}
