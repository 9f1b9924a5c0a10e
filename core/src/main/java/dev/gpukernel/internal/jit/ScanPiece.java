package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.jit.LoopCut.Piece;
import dev.gpukernel.internal.pass.ScanKernel;

/**
 * A piece of a loop with running values.
 *
 * @param first its first iteration
 * @param iterations how many it has
 * @param isLast whether it is the last, which need not say what the next one begins with
 */
record ScanPiece(long first, long iterations, boolean isLast) {
    static ScanPiece of(Piece piece, long unit, long all) {
        long first = piece.first() * unit;
        long end = Math.min(first + piece.count() * unit, all);
        return new ScanPiece(first, end - first, end == all);
    }

    int blocks() {
        return Math.toIntExact(Math.ceilDiv(iterations, ScanKernel.TILE));
    }

    /** {@return of how many blocks it must be known what they add to the running values} */
    int totals() {
        return isLast ? blocks() - 1 : blocks();
    }

    /** {@return how many blocks come before it} */
    int blocksBefore() {
        return Math.toIntExact(first / ScanKernel.TILE);
    }
}
