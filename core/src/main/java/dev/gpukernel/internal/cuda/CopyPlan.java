package dev.gpukernel.internal.cuda;

/**
 * How a copy is cut: into pieces, each moved by the device in one go through one chunk of pinned memory, and each piece
 * into slices, each copied by one thread. Pieces and slices are numbered from 0 in the order of the bytes.
 *
 * @param bytes of the whole copy, at least 1
 * @param pieceBytes of each piece but the last
 * @param sliceBytes of each slice but the last; divides a piece
 */
record CopyPlan(long bytes, int pieceBytes, int sliceBytes) {
    /** The size of a chunk for a copy that one thread does in a few microseconds. */
    static final int SMALL_CHUNK = 64 << 10;
    /** The size of a chunk for any other copy. */
    static final int LARGE_CHUNK = 8 << 20;

    private static final int SLICE = 256 << 10;
    private static final int SMALLEST_PIECE = 2 * SLICE;
    /** Enough pieces that filling one overlaps with moving another even when there is little to copy. */
    private static final int WANTED_PIECES = 8;

    CopyPlan {
        if (bytes < 1 || sliceBytes < 1 || pieceBytes < sliceBytes || pieceBytes % sliceBytes != 0) {
            throw new IllegalArgumentException(
                    bytes + " bytes in pieces of " + pieceBytes + ", slices of " + sliceBytes);
        }
    }

    static CopyPlan of(long bytes) {
        if (bytes <= SMALL_CHUNK) {
            return new CopyPlan(bytes, SMALL_CHUNK, SMALL_CHUNK);
        }
        long even = Math.ceilDiv(Math.ceilDiv(bytes, WANTED_PIECES), SLICE) * SLICE;
        return new CopyPlan(bytes, Math.clamp(even, SMALLEST_PIECE, LARGE_CHUNK), SLICE);
    }

    /** Whether {@link #SMALL_CHUNK} is enough for its pieces. */
    boolean isSmall() {
        return pieceBytes <= SMALL_CHUNK;
    }

    int pieces() {
        return Math.toIntExact(Math.ceilDiv(bytes, pieceBytes));
    }

    long pieceOffset(int piece) {
        return (long) piece * pieceBytes;
    }

    long pieceLength(int piece) {
        return Math.min(pieceBytes, bytes - pieceOffset(piece));
    }

    int slices() {
        return Math.toIntExact(Math.ceilDiv(bytes, sliceBytes));
    }

    /** How many slices lie in the pieces before one. */
    int slicesBefore(int piece) {
        return (int) Math.min(slices(), (long) piece * (pieceBytes / sliceBytes));
    }

    int pieceOfSlice(int slice) {
        return slice / (pieceBytes / sliceBytes);
    }

    long sliceOffset(int slice) {
        return (long) slice * sliceBytes;
    }

    long sliceLength(int slice) {
        return Math.min(sliceBytes, bytes - sliceOffset(slice));
    }
}
