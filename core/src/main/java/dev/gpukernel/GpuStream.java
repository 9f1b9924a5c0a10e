package dev.gpukernel;

import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** A queue of launches and copies on a device, done in order. Different streams run beside each other. */
public interface GpuStream extends AutoCloseable {
    /** {@return the device it belongs to} */
    Gpu device();

    /**
     * Takes a stream of {@link Gpu#current()} that another library made, as {@link Gpu#wrapStream} does.
     *
     * @param handle CUDA's name of it
     * @return the stream
     */
    static GpuStream of(long handle) {
        return Gpu.current().wrapStream(handle);
    }

    /**
     * Returns CUDA's name of it, a {@code CUstream} or {@code cudaStream_t}, for other libraries. Whoever has it must not destroy the stream.
     *
     * @return the handle
     * @throws IllegalStateException if this stream is closed
     * @throws GpuException if the device is no GPU
     */
    long handle();

    /**
     * Lets another library enqueue work here, in order with everything that uses the same arrays: it comes after the launches and copies that
     * must come before, on any stream, and those that are made later come after it. The device's primary context is current meanwhile.
     *
     * <pre>{@code
     * stream.enqueue(handle -> blas.scale(handle, n, 2f, x.address()), List.of(), List.of(x));
     * }</pre>
     *
     * <p>What the work enqueues elsewhere is in no order. Nothing else uses the arrays while the body runs, so it should only enqueue; it must
     * not launch kernels with them nor close them. On the CPU the handle is 0, and what the body does is done when it returns.
     *
     * @param work gets {@link #handle()}; it runs now, in this thread
     * @param reads the arrays that the work only reads
     * @param writes those that it may write
     * @throws IllegalArgumentException if an array is on another device
     * @throws IllegalStateException if this stream or an array is closed
     */
    void enqueue(LongConsumer work, List<? extends GpuArray<?>> reads, List<? extends GpuArray<?>> writes);

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
