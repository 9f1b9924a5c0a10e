package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.jit.LoopCutter.Launched;
import dev.gpukernel.internal.jit.LoopCutter.Room;
import org.jspecify.annotations.Nullable;

/**
 * Whether a launch runs in pieces: where its arrays do not find room on the device, and where they are large and it is known not to
 * throw, and does not print, since copies both ways and the kernel then overlap.
 */
final class PieceChoice {
    /** With fewer pieces, the first and the last take more time than the rest saves: measured on an H200. */
    private static final int LEAST_PIECES = 16;

    /** Of free memory, an eighth is left to what is allocated meanwhile, and to what has no room between other arrays. */
    private static final int LEFT = 8;

    private PieceChoice() {}

    /**
     * Decides.
     *
     * @param gpu the device
     * @param bytes of all arrays
     * @param pieces the loop
     * @param arguments of the launch
     * @param arrays the host arrays by parameter
     * @param counts numbers of iterations along x, y and z, each at least 1
     * @return the pieces, null if it runs as a whole
     */
    static @Nullable LoopCut cut(
            DeviceGpu gpu,
            long bytes,
            PiecePlan pieces,
            HostExpression.Arguments arguments,
            @Nullable Object[] arrays,
            long[] counts) {
        long pieceBytes = gpu.raw().pieceBytes();
        // Of pieces that wait for one another, it is not known that they overlap as well.
        boolean isLarge = bytes / LEAST_PIECES >= pieceBytes && !pieces.isScan();
        // What the device says of its memory takes a while, as long as a small copy. The half is for others' memory.
        if (bytes < pieceBytes && bytes <= (gpu.memoryTotal() - gpu.allocator().held()) / 2) {
            return null;
        }
        long free = gpu.raw().memory().free();
        boolean fits = bytes <= free;
        if (fits && !isLarge) {
            return null;
        }
        Room room = new Room(pieceBytes, free - free / LEFT, PieceRun.AT_ONCE);
        LoopCut cut = pieces.cut(new Launched(arguments, arrays, counts), room);
        boolean pays = cut != null && cut.isFaultFree() && !cut.prints() && cut.bringsBackPieces();
        return fits && !pays ? null : cut;
    }
}
