package dev.gpukernel.internal.cuda;

/**
 * A queue of work for a device, run in order and independently of other streams, the driver's default one included.
 *
 * <p>Several threads may add work; it runs in the order in which it was added. Nobody may be using a stream that is closed.
 */
public final class CudaStream implements AutoCloseable {
    private static final int NON_BLOCKING = 1;

    private final CudaContext context;
    private final Handle handle;

    private CudaStream(CudaContext context, Handle handle) {
        this.context = context;
        this.handle = handle;
    }

    /** {@return a new stream} */
    public static CudaStream create(CudaContext context) {
        OutCell out = OutCell.mine();
        context.makeCurrent();
        int status = StreamCalls.cuStreamCreate(out.first(), NON_BLOCKING);
        if (status != Check.SUCCESS) {
            throw Check.failure(status, "cuStreamCreate", NON_BLOCKING);
        }
        return new CudaStream(context, new Handle("the stream", out.firstLong()));
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
            if (stream != 0) {
                context.makeCurrent();
                Check.ok(StreamCalls.cuStreamDestroy(stream), "cuStreamDestroy", stream);
            }
        });
    }

    boolean isClosed() {
        return handle.isReleased();
    }
}
