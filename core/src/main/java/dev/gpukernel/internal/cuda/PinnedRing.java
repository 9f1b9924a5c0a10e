package dev.gpukernel.internal.cuda;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a thread copies through one way: chunks of pinned memory, and a stream. They are made when first needed and kept.
 *
 * <p>For one thread at a time.
 */
final class PinnedRing implements AutoCloseable {
    private final CudaContext context;
    private final int chunkBytes;
    private final List<PinnedChunk> chunks = new ArrayList<>();
    private @Nullable CudaStream stream;

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

    /** {@return its stream} */
    CudaStream stream() {
        CudaStream known = stream;
        if (known == null) {
            known = CudaStream.create(context);
            stream = known;
        }
        return known;
    }

    /** Waits for what its stream was given. */
    void synchronize() {
        if (stream != null) {
            stream.synchronize();
        }
    }

    /** Waits for the device and frees what there is, all of it even if something fails. */
    @Override
    public void close() {
        RuntimeException failure = null;
        for (PinnedChunk chunk : chunks) {
            failure = attempt(chunk::close, failure);
        }
        chunks.clear();
        if (stream != null) {
            failure = attempt(stream::close, failure);
            stream = null;
        }
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
