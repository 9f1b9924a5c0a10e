package dev.gpukernel.internal.backend;

import java.util.List;

/**
 * Work in pieces. Each needs parts of host arrays on the device and leaves parts that come back. Pieces use memory in turn: one may use
 * the memory of the piece {@link #atOnce()} before it, once that has come back. Its methods are called in the order of pieces and one at
 * a time, except that one piece may end while another is launched; by whichever thread.
 */
public interface PieceWork {
    /**
     * Elements of a host array that are moved.
     *
     * @param hostArray an array of primitives, or a {@link ForeignArray}
     * @param memory where they are on the device, at the same indices
     * @param from the first
     * @param count how many, at least 1
     */
    record Part(Object hostArray, Memory memory, long from, long count) {}

    /**
     * The streams of a run.
     *
     * @param start what is enqueued there before comes before all pieces
     * @param kernels where pieces are launched, at least one
     */
    record Streams(Stream start, List<Stream> kernels) {
        /** Copies the list. */
        public Streams {
            kernels = List.copyOf(kernels);
        }

        /** {@return the stream of a piece} */
        public Stream kernels(int piece) {
            return kernels.get(piece % kernels.size());
        }
    }

    int pieces();

    /** {@return how many pieces have memory at once, at least 1} */
    int atOnce();

    /** {@return what goes to the device before a piece is launched} */
    List<Part> in(int piece);

    /** {@return what comes back after a piece} */
    List<Part> back(int piece);

    /** Enqueues a piece. */
    void launch(int piece, Stream stream) throws KernelFault;

    /** {@return whether each piece has to end before what it wrote comes back} */
    boolean mayFault();

    /**
     * Waits for a piece, if it {@link #mayFault()}. Host arrays get nothing of it before this returns.
     *
     * @param piece which
     * @param stream where it was launched
     * @throws KernelFault if it faulted
     */
    void end(int piece, Stream stream) throws KernelFault;

    /** Does the work one piece after another. */
    default void runInTurn(Streams streams) throws KernelFault {
        Stream stream = streams.start();
        for (int piece = 0; piece < pieces(); piece++) {
            for (Part part : in(piece)) {
                part.memory.copyFrom(part.hostArray, part.from, part.from, part.count, stream);
            }
            launch(piece, stream);
            if (mayFault()) {
                end(piece, stream);
            }
            for (Part part : back(piece)) {
                part.memory.copyTo(part.hostArray, part.from, part.from, part.count, stream);
            }
        }
    }
}
