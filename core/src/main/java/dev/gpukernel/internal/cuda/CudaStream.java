package dev.gpukernel.internal.cuda;

import dev.gpukernel.diagnostic.Message;

/**
 * A queue of work for a device, run in order and independently of other streams, the driver's default one included.
 *
 * <p>Several threads may add work; it runs in the order in which it was added. Nobody may be using a stream that is closed.
 */
public final class CudaStream implements AutoCloseable {
    private static final int NON_BLOCKING = 1;

    /** The driver's names of streams that nobody creates. */
    private static final long DEFAULT = 1;

    private static final long DEFAULT_OF_THREAD = 2;

    private final CudaContext context;
    private final Handle handle;

    /** Whether it is destroyed when it is closed. */
    private final boolean isOwn;

    private CudaStream(CudaContext context, Handle handle, boolean isOwn) {
        this.context = context;
        this.handle = handle;
        this.isOwn = isOwn;
    }

    /** {@return a new stream} */
    public static CudaStream create(CudaContext context) {
        OutCell out = OutCell.mine();
        int status = context.pool().withRoom(() -> StreamCalls.cuStreamCreate(out.first(), NON_BLOCKING));
        if (status != Check.SUCCESS) {
            throw Check.failure(status, "cuStreamCreate", NON_BLOCKING);
        }
        return new CudaStream(context, new Handle("the stream", out.firstLong()), true);
    }

    /**
     * Takes a stream that somebody else made. Closing it here does not destroy it.
     *
     * @param context the context that it is in
     * @param handle what the driver calls it, 0 or 1 for the default stream of the process
     * @return the stream
     * @throws IllegalArgumentException if it is in another context, or each thread's own
     */
    public static CudaStream of(CudaContext context, long handle) {
        if (handle == DEFAULT_OF_THREAD) {
            throw unusable(context, handle, "it is another one in each thread", "pass a stream that was created");
        }
        long stream = handle == 0 ? DEFAULT : handle;
        OutCell out = OutCell.mine();
        context.makeCurrent();
        int status = StreamCalls.cuStreamGetCtx(stream, out.first());
        if (status != Check.SUCCESS) {
            String reason = "cuStreamGetCtx gives " + Check.name(status);
            throw unusable(context, handle, reason, "pass a stream that is not destroyed");
        }
        if (!context.is(out.firstLong())) {
            throw unusable(
                    context, handle, "it is not in the primary context", "create it with the CUDA runtime, or there");
        }
        return new CudaStream(context, new Handle("the stream", stream), false);
    }

    private static IllegalArgumentException unusable(CudaContext context, long handle, String reason, String advice) {
        return new IllegalArgumentException(Message.FOREIGN_STREAM.format(
                Check.hex(handle), context.device().name(), reason, advice));
    }

    /** {@return the context it belongs to} */
    public CudaContext context() {
        return context;
    }

    /** {@return what the driver calls it} */
    public long handle() {
        return handle.get();
    }

    /** Waits until all work added so far is done. A virtual thread parks. */
    public void synchronize() {
        if (Thread.currentThread().isVirtual()) {
            try (CudaEvent mark = CudaEvent.untimed(context)) {
                mark.record(this);
                mark.synchronize();
            }
            return;
        }
        long stream = handle.get();
        context.makeCurrent();
        Check.ok(StreamCalls.cuStreamSynchronize(stream), "cuStreamSynchronize", stream);
    }

    /** {@return whether all work added so far is done} */
    public boolean isIdle() {
        long stream = handle.get();
        context.makeCurrent();
        int status = StreamCalls.cuStreamQuery(stream);
        if (status == Check.NOT_READY) {
            return false;
        }
        Check.ok(status, "cuStreamQuery", stream);
        return true;
    }

    /** Lets work added from now on wait for an event, without holding up the caller. */
    public void waitFor(CudaEvent event) {
        long stream = handle.get();
        long awaited = event.handle();
        context.makeCurrent();
        Check.ok(StreamCalls.cuStreamWaitEvent(stream, awaited, 0), "cuStreamWaitEvent", stream, awaited);
    }

    /** Takes no more work. What was added is still done. Later calls do nothing. */
    @Override
    public void close() {
        context.pool().close(this, () -> {
            long stream = handle.take();
            if (stream != 0 && isOwn) {
                context.makeCurrent();
                Check.ok(StreamCalls.cuStreamDestroy(stream), "cuStreamDestroy", stream);
            }
        });
    }

    boolean isClosed() {
        return handle.isReleased();
    }
}
