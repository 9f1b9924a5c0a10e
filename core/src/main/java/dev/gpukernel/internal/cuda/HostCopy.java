package dev.gpukernel.internal.cuda;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.cuda.CopierPool.Chunks;
import dev.gpukernel.internal.cuda.CopierPool.Copier;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Moves Java arrays of primitives to and from a device, in the order of a stream.
 *
 * <p>All bytes go through pinned memory: the device moves them at full speed from there while the threads of a {@link CopyPipeline} copy
 * between heap and pinned memory. Of small copies the caller does that alone. A driver's copy straight from the heap would be no
 * faster for them and is ordered with no stream, so that it would have to wait for the device before and after. What is large and lies in
 * memory that is {@linkplain #registry() registered} is pinned itself and moves in one go.
 *
 * <p>Safe for use by several threads. One for each context is enough, closed before it.
 */
public final class HostCopy implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(HostCopy.class.getName());

    /** What one thread copies in a few microseconds. */
    private static final int SMALL_CHUNK = 256 << 10;

    private static final int SMALL_COPIERS = 16;

    /** Callers with large copies and pipelines at once, beside the threads that help. */
    private static final int LARGE_CALLERS = 4;

    private static final long IDLE_SECONDS = 10;

    private final CopierPool small;
    private final CopierPool large;
    private final ThreadPoolExecutor executor;
    private final PipelineSizes sizes = PipelineSizes.usual();
    private final HostRegistry registry;

    private @Nullable CopyKernel copyKernel;
    private volatile boolean direct;
    private volatile boolean closed;

    /** Prepares copies for a context's device. Allocates nothing on it yet. */
    public HostCopy(CudaContext context) {
        this.small = new CopierPool(context, SMALL_CHUNK, SMALL_CHUNK, SMALL_COPIERS);
        this.large = new CopierPool(
                context, sizes.there().chunkBytes(), sizes.back().chunkBytes(), sizes.threads() + LARGE_CALLERS);
        this.registry = new HostRegistry(context);
        this.executor = new ThreadPoolExecutor(
                sizes.threads(),
                sizes.threads(),
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                // Without the context of whoever copies first, which would keep its classes.
                Thread.ofPlatform()
                        .daemon()
                        .inheritInheritableThreadLocals(false)
                        .name("gpukernel-copy-", 0)
                        .factory());
        executor.allowCoreThreadTimeOut(true);
    }

    /**
     * Copies an array to the device, after the stream's earlier work and before its later work. When this returns the array may be
     * changed.
     *
     * @param array what is copied
     * @param devicePointer where it goes
     * @param stream in whose order
     */
    public void copyIn(HeapArray array, long devicePointer, CudaStream stream) {
        requireOpen();
        if (array.bytes() > SMALL_CHUNK && registry.has(array)) {
            registry.copyIn(array, devicePointer, stream);
        } else if (array.bytes() > SMALL_CHUNK) {
            PipedWork.Copies copy =
                    new PipedWork.Copies(stream, 1, List.of(new PipedWork.Span(array, devicePointer)), List.of());
            if (!pipe(copy, sizes.there().copies(array.bytes()), 0)) {
                DirectCopy.in(array, devicePointer, stream);
            }
        } else if (array.bytes() > 0) {
            Copier copier = take(small, new Chunks(1, 0));
            if (copier == null) {
                DirectCopy.in(array, devicePointer, stream);
                return;
            }
            useSmall(copier, () -> {
                PinnedChunk chunk = copier.there().chunks(1).getFirst();
                chunk.await();
                array.read(0, chunk.memory(), 0, array.bytes());
                chunk.send(devicePointer, array.bytes(), stream);
            });
        }
    }

    /**
     * Copies an array from the device, after the stream's earlier work, and waits for it.
     *
     * @param array what is filled
     * @param devicePointer where its bytes come from
     * @param stream in whose order
     */
    public void copyOut(HeapArray array, long devicePointer, CudaStream stream) {
        requireOpen();
        if (array.bytes() > SMALL_CHUNK && registry.has(array)) {
            registry.copyOut(array, devicePointer, stream);
        } else if (array.bytes() > SMALL_CHUNK) {
            PipedWork.Copies copy =
                    new PipedWork.Copies(stream, 1, List.of(), List.of(new PipedWork.Span(array, devicePointer)));
            if (!pipe(copy, 0, sizes.back().copies(array.bytes()))) {
                DirectCopy.out(array, devicePointer, stream);
            }
        } else if (array.bytes() > 0) {
            Copier copier = take(small, new Chunks(0, 1));
            if (copier == null) {
                DirectCopy.out(array, devicePointer, stream);
                return;
            }
            useSmall(copier, () -> {
                PinnedChunk chunk = copier.back().chunks(1).getFirst();
                chunk.fetch(devicePointer, array.bytes(), stream);
                chunk.await();
                array.write(0, chunk.memory(), 0, array.bytes());
            });
        }
    }

    /**
     * Does work in pieces, whose copies both ways and kernels overlap. What comes back is in the heap when this returns.
     *
     * @param work the work
     * @param <X> what it may throw
     * @return whether it was done; false if there is no pinned memory to be had
     * @throws X what it threw; part of it may then be under way
     */
    public <X extends Exception> boolean pipe(PipedWork<X> work) throws X {
        requireOpen();
        return pipe(work, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    private <X extends Exception> boolean pipe(PipedWork<X> work, long copiesThere, long copiesBack) throws X {
        Chunks chunks = new Chunks((int) Math.min(sizes.there().chunks(), copiesThere), (int)
                Math.min(sizes.back().chunks(), copiesBack));
        Copier own = take(large, chunks);
        if (own == null) {
            return false;
        }
        int threads = (int) Math.min(sizes.threads(), Math.max(copiesThere, copiesBack));
        new CopyPipeline<>(work, sizes, registry, large, chunks).run(own, executor, threads - 1);
        return true;
    }

    /** Frees the pinned memory. Copies must have returned. */
    @Override
    public void close() {
        closed = true;
        executor.shutdown();
        try (small;
                large;
                registry;
                CopyKernel _ = copyKernel) {
            // All are closed even if one fails.
        }
    }

    /** {@return the memory of the host that is registered} */
    public HostRegistry registry() {
        return registry;
    }

    /** {@return device memory with pinned memory beside it, null if there is none to be had} */
    public @Nullable HostMirror mirror(long bytes, CudaStream stream) {
        if (direct) {
            return null;
        }
        try {
            return HostMirror.allocate(bytes, stream, copyKernel(stream.context()));
        } catch (GpuException _) {
            // Larger arrays take the usual way, which says what is short.
            return null;
        }
    }

    synchronized CopyKernel copyKernel(CudaContext context) {
        CopyKernel known = copyKernel;
        if (known == null) {
            known = new CopyKernel(context);
            copyKernel = known;
        }
        return known;
    }

    private void requireOpen() {
        if (closed) {
            throw new GpuException(Message.RESOURCE_CLOSED, "the host copy");
        }
    }

    /** {@return a copier, or null if there is no pinned memory to be had} */
    private @Nullable Copier take(CopierPool pool, Chunks chunks) {
        if (direct) {
            return null;
        }
        try {
            return pool.take(chunks);
        } catch (GpuException shortage) {
            if (shortage.code() == Message.CUDA_FAULT) {
                throw shortage;
            }
            direct = true;
            LOG.log(System.Logger.Level.WARNING, Message.PINNED_MEMORY_SHORT.format(), shortage);
            return null;
        }
    }

    /** Runs a copy, after which the copier goes back, or is freed if the copy failed and left it in an unknown state. */
    private void useSmall(Copier copier, Runnable copy) {
        try {
            copy.run();
        } catch (RuntimeException | Error failed) {
            small.discard(copier, failed);
            throw failed;
        }
        small.giveBack(copier);
    }
}
