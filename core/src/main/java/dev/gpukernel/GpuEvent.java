package dev.gpukernel;

/** A point in a stream, with the device's own clock. */
public interface GpuEvent extends AutoCloseable {
    /**
     * Records the point after everything enqueued on a stream so far.
     *
     * @param stream a stream of the same device
     */
    void record(GpuStream stream);

    /**
     * Waits until the point is reached; throws what a kernel before it threw, on its stream or on one whose events that stream waited
     * for, unless that was thrown before.
     */
    void synchronize();

    /** {@return whether the point is reached} */
    boolean isDone();

    /**
     * The time on the device between two points. Waits for both, and throws nothing that a kernel threw.
     *
     * @param start the earlier point
     * @return milliseconds, to about half a microsecond
     */
    double millisSince(GpuEvent start);

    /** Frees the event. Closing again does nothing. */
    @Override
    void close();
}
