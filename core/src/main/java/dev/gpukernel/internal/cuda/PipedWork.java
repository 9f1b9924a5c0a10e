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

    /** {@return what all of it comes after} */
    CudaStream start();

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

    /**
     * Copies in the order of one stream, with nothing to launch.
     *
     * @param stream the stream
     * @param pieces how many pieces there are
     * @param there what goes to the device with the first of them
     * @param here what comes back with the last
     */
    record Copies(CudaStream stream, int pieces, List<Span> there, List<Span> here)
            implements PipedWork<RuntimeException> {
        @Override
        public int atOnce() {
            return 1;
        }

        @Override
        public CudaStream start() {
            return stream;
        }

        @Override
        public CudaStream kernels(int piece) {
            return stream;
        }

        @Override
        public List<Span> in(int piece) {
            return piece == 0 ? there : List.of();
        }

        @Override
        public List<Span> back(int piece) {
            return piece == pieces - 1 ? here : List.of();
        }

        @Override
        public void launch(int piece) {
            // There is nothing to launch.
        }

        @Override
        public boolean mayFault() {
            return false;
        }

        @Override
        public void end(int piece) {
            // Nor anything to wait for.
        }
    }
}
