package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.Stream;

/** A stream whose work is done as soon as it is enqueued, so that there is never anything to wait for. */
final class HostStream implements Stream {
    @Override
    public void synchronize() {}

    @Override
    public void waitFor(Event event) {}

    @Override
    public void close() {}
}
