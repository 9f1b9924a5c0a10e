package dev.gpukernel.internal.backend;

/** A reading of the host's clock: whatever was enqueued before it is done. */
public final class HostEvent implements Event {
    private static final double NANOS_PER_MILLI = 1e6;

    private volatile long nanos = System.nanoTime();

    /** Makes one, recorded now. */
    public HostEvent() {}

    @Override
    public void record(Stream stream) {
        nanos = System.nanoTime();
    }

    @Override
    public void synchronize() {}

    @Override
    public void await() {}

    @Override
    public boolean isDone() {
        return true;
    }

    @Override
    public double millisSince(Event start) {
        return (nanos - ((HostEvent) start).nanos) / NANOS_PER_MILLI;
    }

    @Override
    public void close() {}
}
