package dev.gpukernel.internal.cuda;

import java.util.List;

/**
 * Work in pieces, for {@link HostCopy#pipe}. A piece uses the memory of the piece {@link #atOnce()} before it. Methods with a piece are
 * called in the order of pieces and one at a time, except for {@link #end}, which is called while others are; by whichever thread.
 *
 * @param <X> what it may throw
 */
public interface PipedWork<X extends Exception> {
    /**
     * What is moved.
     *
     * @param array on the host
     * @param device where it is there
     */
    record Span(HeapArray array, long device) {}

    /** {@return how many pieces there are} */
    int pieces();

    /** {@return how many pieces have memory at once} */
    int atOnce();

    /** {@return where copies to the device are enqueued} */
    CudaStream in();

    /** {@return where copies from the device are enqueued} */
    CudaStream back();

    /** {@return where a piece is launched} */
    CudaStream kernels(int piece);

    /** {@return what goes to the device before a piece} */
    List<Span> in(int piece);

    /** {@return what comes back after a piece} */
    List<Span> back(int piece);

    /** Enqueues a piece. */
    void launch(int piece) throws X;

    /** {@return whether what a piece left comes back only after it {@linkplain #end ended}} */
    boolean mayFault();

    /** Waits until a piece is done, and throws if it faulted. */
    void end(int piece) throws X;
}
