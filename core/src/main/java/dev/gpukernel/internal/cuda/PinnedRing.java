package dev.gpukernel.internal.cuda;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chunks of pinned memory, each with the event of its last transfer. Chunks are allocated when first needed and kept.
 *
 * <p>For one thread at a time: {@link RingPool} hands a ring from one to the next.
 */
final class PinnedRing implements AutoCloseable {
    private record Chunk(PinnedMemory memory, CudaEvent lastUse) {}

    private final CudaContext context;
    private final int chunkBytes;
    private final List<Chunk> chunks = new ArrayList<>();

    PinnedRing(CudaContext context, int chunkBytes) {
        this.context = context;
        this.chunkBytes = chunkBytes;
    }

    /** Makes sure of having some chunks. */
    void reserve(int count) {
        while (chunks.size() < count) {
            CudaEvent event = CudaEvent.untimed(context);
            try {
                chunks.add(new Chunk(PinnedMemory.allocate(context, chunkBytes), event));
            } catch (Throwable failed) {
                event.close();
                throw failed;
            }
        }
    }

    /** The first chunks, moving bytes from the host to an address on the device. */
    StagingChannel toDevice(int count, long device, CudaStream stream) {
        return new Channel(count, stream) {
            @Override
            void start(long host, long offset, long bytes) {
                int status = CopyCalls.cuMemcpyHtoDAsync(device + offset, host, bytes, stream.handle());
                Check.copied(status, "cuMemcpyHtoDAsync", device + offset, host, bytes);
            }
        };
    }

    /** The first chunks, moving bytes to the host from an address on the device. */
    StagingChannel fromDevice(int count, long device, CudaStream stream) {
        return new Channel(count, stream) {
            @Override
            void start(long host, long offset, long bytes) {
                int status = CopyCalls.cuMemcpyDtoHAsync(host, device + offset, bytes, stream.handle());
                Check.copied(status, "cuMemcpyDtoHAsync", host, device + offset, bytes);
            }
        };
    }

    /** Waits for the device and frees the chunks, all of them even if one fails. */
    @Override
    public void close() {
        RuntimeException failure = null;
        for (Chunk chunk : chunks) {
            failure = attempt(chunk.lastUse::synchronize, failure);
            failure = attempt(chunk.lastUse::close, failure);
            failure = attempt(chunk.memory::close, failure);
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
        private final CudaStream stream;

        Channel(int count, CudaStream stream) {
            this.count = count;
            this.stream = stream;
        }

        abstract void start(long host, long offset, long bytes);

        @Override
        public int chunks() {
            return count;
        }

        @Override
        public MemorySegment memory(int chunk) {
            return chunks.get(chunk).memory.segment();
        }

        @Override
        public void await(int chunk) {
            chunks.get(chunk).lastUse.synchronize();
        }

        @Override
        public void transfer(int chunk, long deviceOffset, long bytes) {
            Chunk used = chunks.get(chunk);
            context.makeCurrent();
            start(used.memory.address(), deviceOffset, bytes);
            used.lastUse.record(stream);
        }
    }
}
