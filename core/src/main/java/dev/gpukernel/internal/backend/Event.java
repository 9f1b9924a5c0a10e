package dev.gpukernel.internal.backend;

/** A point in a stream. */
public interface Event extends AutoCloseable {
    void record(Stream stream);

    void synchronize();

    boolean isDone();

    /** {@return milliseconds on the device's clock from another event of the same device to this one; waits for both} */
    double millisSince(Event start);

    @Override
    void close();
}
