package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;

/**
 * What the threads of a kernel do together, and thus how a backend must run them.
 *
 * @param inBlock whether threads of a block wait for each other or have memory in common, so that a block must be run as one
 * @param inGrid whether all threads of the grid wait for each other, so that all blocks must be there at once
 * @param prints whether threads print
 */
public record Cooperation(boolean inBlock, boolean inGrid, boolean prints) {
    /**
     * Looks at a kernel.
     *
     * @param function what one thread does
     * @return what its threads do together
     */
    public static Cooperation of(Function function) {
        boolean inBlock = false;
        boolean inGrid = false;
        boolean prints = false;
        for (var block : function.blocks()) {
            for (var instr : block.instrs()) {
                boolean waitsForGrid = waitsForGrid(instr.op());
                inGrid |= waitsForGrid;
                inBlock |= waitsForGrid || isOfBlock(instr.op());
                prints |= instr.op().text().startsWith("print");
            }
        }
        return new Cooperation(inBlock, inGrid, prints);
    }

    private static boolean waitsForGrid(Op op) {
        return op instanceof Op.Call call && call.intrinsic().text().equals("Grid.sync");
    }

    private static boolean isOfBlock(Op op) {
        if (op instanceof Op.Call call) {
            String text = call.intrinsic().text();
            return text.startsWith("Block.") || (text.startsWith("Warp.") && !text.equals("Warp.lane"));
        }
        return op.text().startsWith("shared.") || op.text().startsWith("dynamic.");
    }
}
