package dev.gpukernel.internal.cuda;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Moves Java arrays of primitives to and from a device, in the order of a stream.
 *
 * <p>All bytes go through pinned memory: the device moves them at full speed from there while threads copy between heap
 * and pinned memory. Small copies take the same way with one thread. A driver's copy straight from the heap would be no
 * faster for them and is ordered with no stream, so that it would have to wait for the device before and after.
 *
 * <p>Safe for use by several threads. One for each context is enough, closed before it.
 */
public final class HostCopy implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(HostCopy.class.getName());

    private static final int CHUNKS = 4;
    private static final int SMALL_RINGS = 16;
    private static final int LARGE_RINGS = 4;
    private static final int MOST_THREADS = 8;

    /** Pipelines at once. */
    private static final int PIPELINES = 2;

    /** Copies that have helpers at once. */
    private static final int HELPED_COPIES = 2;

    private static final long IDLE_SECONDS = 10;

    private final int helpers = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()) - 1;
    private final RingPool small;
    private final RingPool large;
    private final RingPool piped;
    private final ThreadPoolExecutor executor;
    private final PipelineSizes sizes = PipelineSizes.usual();

    private @Nullable CopyKernel copyKernel;
    private volatile boolean direct;
    private volatile boolean closed;

    /** Prepares copies for a context's device. Allocates nothing on it yet. */
    public HostCopy(CudaContext context) {
        this.small = new RingPool(context, CopyPlan.SMALL_CHUNK, SMALL_RINGS);
        this.large = new RingPool(context, CopyPlan.LARGE_CHUNK, LARGE_RINGS);
        this.piped = new RingPool(context, sizes.chunkBytes(), PIPELINES);
        int threads = Math.max(1, Math.max(helpers * HELPED_COPIES, sizes.threads()));
        this.executor = new ThreadPoolExecutor(
                threads,
                threads,
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
     * Copies a part of an array to the device, after the stream's earlier work and before its later work. When this
     * returns the array may be changed.
     *
     * @param array of primitives, or a memory segment of which all is copied
     * @param fromElement where the part starts
     * @param elements how many there are
     * @param devicePointer where they go
     * @param stream in whose order
     */
    public void copyIn(Object array, int fromElement, int elements, long devicePointer, CudaStream stream) {
        HeapArray host = open(array, fromElement, elements);
        if (host.bytes() == 0) {
            return;
        }
        CopyPlan plan = CopyPlan.of(host.bytes());
        Lease lease = lease(plan.isSmall() ? small : large, Math.min(CHUNKS, plan.pieces()));
        if (lease == null) {
            DirectCopy.in(host, devicePointer, stream);
            return;
        }
        lease.use(() -> {
            StagingChannel channel = lease.ring.toDevice(lease.chunks, devicePointer, stream);
            StagedCopy.in(plan, host, channel, executor, helpers);
        });
    }

    /**
     * Copies a part of an array from the device, after the stream's earlier work, and waits for it.
     *
     * @param array of primitives
     * @param fromElement where the part starts
     * @param elements how many there are
     * @param devicePointer where they come from
     * @param stream in whose order
     */
    public void copyOut(Object array, int fromElement, int elements, long devicePointer, CudaStream stream) {
        HeapArray host = open(array, fromElement, elements);
        if (host.bytes() == 0) {
            return;
        }
        CopyPlan plan = CopyPlan.of(host.bytes());
        Lease lease = lease(plan.isSmall() ? small : large, Math.min(CHUNKS, plan.pieces()));
        if (lease == null) {
            DirectCopy.out(host, devicePointer, stream);
            return;
        }
        lease.use(() -> {
            StagingChannel channel = lease.ring.fromDevice(lease.chunks, devicePointer, stream);
            StagedCopy.out(plan, host, channel, executor, helpers);
        });
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
        if (closed) {
            throw new GpuException(Message.RESOURCE_CLOSED, "the host copy");
        }
        Lease lease = lease(piped, 2 * sizes.chunks());
        if (lease == null) {
            return false;
        }
        List<PinnedChunk> chunks = lease.ring.chunks(lease.chunks);
        CopyPipeline<X> pipeline = new CopyPipeline<>(
                work,
                sizes.chunkBytes(),
                chunks.subList(0, sizes.chunks()),
                chunks.subList(sizes.chunks(), lease.chunks));
        lease.use(() -> pipeline.run(executor, sizes.threads() - 1));
        return true;
    }

    /** Frees the pinned memory. Copies must have returned. */
    @Override
    public void close() {
        closed = true;
        executor.shutdown();
        try (small;
                large;
                piped;
                CopyKernel _ = copyKernel) {
            // All are closed even if one fails.
        }
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

    private HeapArray open(Object array, int fromElement, int elements) {
        HeapArray host = HeapArray.of(array, fromElement, elements);
        if (closed) {
            throw new GpuException(Message.RESOURCE_CLOSED, "the host copy");
        }
        return host;
    }

    /** A ring with some chunks, or null if there is no pinned memory to be had. */
    private @Nullable Lease lease(RingPool pool, int chunks) {
        if (direct) {
            return null;
        }
        PinnedRing ring = pool.take();
        try {
            ring.reserve(chunks);
            return new Lease(pool, ring, chunks);
        } catch (GpuException shortage) {
            pool.discard(ring, shortage);
            direct = true;
            LOG.log(System.Logger.Level.WARNING, Message.PINNED_MEMORY_SHORT.format(), shortage);
            return null;
        } catch (Throwable failed) {
            pool.discard(ring, failed);
            throw failed;
        }
    }

    /** What uses a ring. */
    private interface Use<X extends Exception> {
        void run() throws X;
    }

    private record Lease(RingPool pool, PinnedRing ring, int chunks) {
        /** Runs a copy, after which the ring goes back, or is freed if the copy failed and left it in an unknown state. */
        <X extends Exception> void use(Use<X> copy) throws X {
            try {
                copy.run();
            } catch (RuntimeException | Error failed) {
                pool.discard(ring, failed);
                throw failed;
            } catch (Exception fault) {
                pool.giveBack(ring);
                throw fault;
            }
            pool.giveBack(ring);
        }
    }
}
