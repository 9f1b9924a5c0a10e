package dev.gpukernel.internal.backend;

/** A queue of work on a device, done in order. */
public interface Stream extends AutoCloseable {
    /**
     * Waits until everything enqueued is done.
     *
     * @throws KernelFault if a thread of a kernel enqueued here faulted since the last call: that of the first such launch with
     *     the lowest index
     */
    void synchronize() throws KernelFault;

    /** Makes what is enqueued from now on wait for an event. */
    void waitFor(Event event);

    @Override
    void close();
}
