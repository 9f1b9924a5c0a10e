package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Function;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a loop with running values. Each takes cells for each of them, one more than there are blocks: the first two let them
 * hold what it is before each block, the last adds what it is after the loop.
 *
 * @param totals what a block adds to the running values, for all blocks but the last; its parameters are those of the iteration and
 *     the cells of each running value
 * @param prefixes makes of these what the running values are before each block; its parameters are what they are before the loop, and
 *     the cells
 * @param iterations a block's iterations; its parameters are those of the iteration, cells for all that the loop carries, of which
 *     those of what is not a running value take what a block comes to, and the number of iterations
 * @param residentBlocks how many blocks of the last step a multiprocessor is to hold at once, 0 if that is left open
 */
public record ScanSteps(Function totals, Function prefixes, Function iterations, int residentBlocks) {
    /** {@return what a thread of a block does in each step} */
    public static ScanSteps inBlocks(Function iteration, Scans scans, @Nullable Function combine) {
        return inBlocks(new ScanParts(iteration, scans, combine), scans.isNarrow());
    }

    /** {@return the same for launches that know what each block begins with, however many bits that has} */
    static ScanSteps inPieces(Function iteration, Scans scans, @Nullable Function combine) {
        return inBlocks(new ScanParts(iteration, scans, combine), false);
    }

    private static ScanSteps inBlocks(ScanParts parts, boolean inOneGo) {
        return new ScanSteps(
                ScanKernel.totals(parts),
                ScanKernel.prefixes(parts),
                ScanKernel.iterations(parts, inOneGo),
                parts.residentBlocks());
    }

    /** {@return what one thread does in each step for a whole block, whose number is the iteration along x} */
    public static ScanSteps inTurns(Function iteration, Scans scans, @Nullable Function combine) {
        ScanParts parts = new ScanParts(iteration, scans, combine);
        return new ScanSteps(ScanChunk.totals(parts), ScanChunk.prefixes(parts), ScanChunk.iterations(parts), 0);
    }
}
