package dev.gpukernel.internal.cuda;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chunks of pinned memory. They are allocated when first needed and kept.
 *
 * <p>For one thread at a time: {@link RingPool} hands a ring from one to the next.
 */
final class PinnedRing implements AutoCloseable {
    private final CudaContext context;
    private final int chunkBytes;
    private final List<PinnedChunk> chunks = new ArrayList<>();

    PinnedRing(CudaContext context, int chunkBytes) {
        this.context = context;
        this.chunkBytes = chunkBytes;
    }

    /** {@return the first chunks, allocated if need be} */
    List<PinnedChunk> chunks(int count) {
        while (chunks.size() < count) {
            chunks.add(PinnedChunk.allocate(context, chunkBytes));
        }
        return List.copyOf(chunks.subList(0, count));
    }

    /** Waits for the device and frees the chunks, all of them even if one fails. */
    @Override
    public void close() {
        RuntimeException failure = null;
        for (PinnedChunk chunk : chunks) {
            failure = attempt(chunk::close, failure);
        }
        chunks.clear();
        if (failure != null) {
            throw failure;
        }
    }

    private static @Nullable RuntimeException attempt(Runnable step, @Nullable RuntimeException earlier) {
        try {
            step.run();
            return earlier;
        } catch (RuntimeException failed) {
            return earlier == null ? failed : earlier;
        }
    }
}
