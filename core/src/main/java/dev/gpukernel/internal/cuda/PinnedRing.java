package dev.gpukernel.internal.cuda;

import java.lang.foreign.MemorySegment;
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

    /** Makes sure of having some chunks. */
    void reserve(int count) {
        while (chunks.size() < count) {
            chunks.add(PinnedChunk.allocate(context, chunkBytes));
        }
    }

    /** {@return the first chunks} */
    List<PinnedChunk> chunks(int count) {
        return List.copyOf(chunks.subList(0, count));
    }

    /** The first chunks, moving bytes from the host to an address on the device. */
    StagingChannel toDevice(int count, long device, CudaStream stream) {
        return new Channel(count) {
            @Override
            public void transfer(int chunk, long deviceOffset, long bytes) {
                chunks.get(chunk).send(device + deviceOffset, bytes, stream);
            }
        };
    }

    /** The first chunks, moving bytes to the host from an address on the device. */
    StagingChannel fromDevice(int count, long device, CudaStream stream) {
        return new Channel(count) {
            @Override
            public void transfer(int chunk, long deviceOffset, long bytes) {
                chunks.get(chunk).fetch(device + deviceOffset, bytes, stream);
            }
        };
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

    /** One copy's view of the ring. */
    private abstract class Channel implements StagingChannel {
        private final int count;

        Channel(int count) {
            this.count = count;
        }

        @Override
        public int chunks() {
            return count;
        }

        @Override
        public MemorySegment memory(int chunk) {
            return chunks.get(chunk).memory();
        }

        @Override
        public void await(int chunk) {
            chunks.get(chunk).await();
        }
    }
}
