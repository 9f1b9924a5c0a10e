package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.Stream;

/** A reading of the host's clock: whatever was enqueued before it is done. */
final class HostEvent implements Event {
    private static final double NANOS_PER_MILLI = 1e6;

    private volatile long nanos = System.nanoTime();

    @Override
    public void record(Stream stream) {
        nanos = System.nanoTime();
    }

    @Override
    public void synchronize() {}

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
