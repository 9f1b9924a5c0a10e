package dev.gpukernel;

import java.util.Objects;
import java.util.function.Supplier;

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

    /**
     * Runs something whose launches go to this stream: those of plain loops and of grid kernels, of the calling thread, unless a
     * launch names another stream with {@link Launch#on}. {@link Gpu#current()} is this stream's device meanwhile.
     *
     * <pre>{@code
     * stream.run(() -> VectorOpsGpu.saxpy(2f, x, y));
     * float dot = stream.call(() -> VectorOpsGpu.dot(x, y));
     * }</pre>
     *
     * @param <R> type of the result
     * @param body what to run, in this thread
     * @return its result
     * @throws IllegalStateException if this stream is closed
     */
    <R> R call(Supplier<R> body);

    /**
     * Runs something whose launches go to this stream, as {@link #call} does.
     *
     * @param body what to run, in this thread
     * @throws IllegalStateException if this stream is closed
     */
    default void run(Runnable body) {
        Objects.requireNonNull(body, "body");
        call(() -> {
            body.run();
            return this;
        });
    }

    /** Waits for what is enqueued, frees the stream and throws what a kernel here threw. Closing again does nothing. */
    @Override
    void close();
}
