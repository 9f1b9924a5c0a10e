package dev.gpukernel;

/** A queue of launches and copies on a device, done in order. Different streams run beside each other. */
public interface GpuStream extends AutoCloseable {
    /** {@return the device it belongs to} */
    Gpu device();

    /**
     * Waits until everything enqueued here is done; throws what a kernel here threw, or one before an event that this stream waited for,
     * unless that was thrown before.
     */
    void synchronize();

    /**
     * Makes what is enqueued here from now on wait for an event of another stream. What waits for this stream later throws what a kernel
     * before the event threw, unless that was thrown before.
     *
     * @param event what to wait for
     */
    void waitFor(GpuEvent event);

    /** Waits for what is enqueued, frees the stream and throws what a kernel here threw. Closing again does nothing. */
    @Override
    void close();
}
