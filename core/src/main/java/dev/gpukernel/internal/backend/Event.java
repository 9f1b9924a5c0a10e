package dev.gpukernel.internal.backend;

/** A point in a stream. */
public interface Event extends AutoCloseable {
    void record(Stream stream);

    /**
     * Waits until everything enqueued before it is done, and takes the faults of these kernels, as {@link Stream#synchronize} does.
     *
     * @throws KernelFault if a thread of such a kernel faulted
     */
    void synchronize() throws KernelFault;

    /** Waits until everything enqueued before it is done, and takes no faults. */
    void await();

    boolean isDone();

    /** {@return milliseconds on the device's clock from another event of the same device to this one; waits for both} */
    double millisSince(Event start);

    @Override
    void close();
}
