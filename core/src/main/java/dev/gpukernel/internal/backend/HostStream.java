package dev.gpukernel.internal.backend;

/** A stream whose work is done as soon as it is enqueued, so that there is never anything to wait for. */
public final class HostStream implements Stream {
    /** Makes one. */
    public HostStream() {}

    @Override
    public void synchronize() {}

    @Override
    public void waitFor(Event event) {}

    @Override
    public void close() {}
}
