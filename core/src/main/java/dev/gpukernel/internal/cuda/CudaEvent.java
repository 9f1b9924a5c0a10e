package dev.gpukernel.internal.cuda;

/**
 * A mark in a stream that can be waited for, and timed.
 *
 * <p>Safe for use by several threads, which then see the mark recorded last. Nobody may be using an event that is closed.
 */
public final class CudaEvent implements AutoCloseable {
    private static final int DISABLE_TIMING = 2;

    private final CudaContext context;
    private final Handle handle;

    private CudaEvent(CudaContext context, Handle handle) {
        this.context = context;
        this.handle = handle;
    }

    /** {@return a new event that {@link #millisSince} works with} */
    public static CudaEvent timed(CudaContext context) {
        return create(context, 0);
    }

    /** {@return a new event that can only be waited for, which is cheaper} */
    public static CudaEvent untimed(CudaContext context) {
        return create(context, DISABLE_TIMING);
    }

    /** {@return what the driver calls it} */
    public long handle() {
        return handle.get();
    }

    /** Marks the end of the work that a stream has now. */
    public void record(CudaStream stream) {
        long event = handle.get();
        long marked = stream.handle();
        context.makeCurrent();
        Check.ok(StreamCalls.cuEventRecord(event, marked), "cuEventRecord", event, marked);
    }

    /** Waits for the mark; returns at once if none was ever recorded. A virtual thread parks. */
    public void synchronize() {
        if (Thread.currentThread().isVirtual()) {
            EventWatch.await(this);
            return;
        }
        long event = handle.get();
        context.makeCurrent();
        Check.ok(StreamCalls.cuEventSynchronize(event), "cuEventSynchronize", event);
    }

    /** {@return whether the mark was reached, or none was ever recorded} */
    public boolean isDone() {
        long event = handle.get();
        context.makeCurrent();
        int status = StreamCalls.cuEventQuery(event);
        if (status == Check.NOT_READY) {
            return false;
        }
        Check.ok(status, "cuEventQuery", event);
        return true;
    }

    /**
     * {@return the milliseconds from an earlier event to this one, once both are done; resolution half a microsecond} Others may record them
     * again in between, which is waited for, too.
     */
    public float millisSince(CudaEvent start) {
        long event = handle.get();
        long earlier = start.handle.get();
        OutCell out = OutCell.mine();
        context.makeCurrent();
        int status = StreamCalls.cuEventElapsedTime(out.first(), earlier, event);
        while (status == Check.NOT_READY) {
            start.synchronize();
            synchronize();
            context.makeCurrent();
            status = StreamCalls.cuEventElapsedTime(out.first(), earlier, event);
        }
        Check.ok(status, "cuEventElapsedTime", earlier, event);
        return out.firstFloat();
    }

    /** Gives the event up. Later calls do nothing. */
    @Override
    public void close() {
        long event = handle.take();
        if (event != 0) {
            context.makeCurrent();
            Check.ok(StreamCalls.cuEventDestroy(event), "cuEventDestroy", event);
        }
    }

    private static CudaEvent create(CudaContext context, int flags) {
        OutCell out = OutCell.mine();
        int status = context.pool().withRoom(() -> StreamCalls.cuEventCreate(out.first(), flags));
        if (status != Check.SUCCESS) {
            throw Check.failure(status, "cuEventCreate", flags);
        }
        return new CudaEvent(context, new Handle("the event", out.firstLong()));
    }
}
