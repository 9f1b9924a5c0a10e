package dev.gpukernel.internal.cpu;

import java.util.ArrayList;
import java.util.List;

/** Where the blocks of a grid wait for each other. Blocks that have ended are not waited for. */
final class GridBarrier {
    private final List<BlockRun> waiting = new ArrayList<>();
    private long present;

    /**
     * Makes a barrier.
     *
     * @param blocks number of blocks in the grid
     */
    GridBarrier(long blocks) {
        this.present = blocks;
    }

    /**
     * All threads of a block wait for the grid, and none of them runs.
     *
     * @return whether the block was the last, and its threads may therefore run
     */
    synchronized boolean arrive(BlockRun block) {
        waiting.add(block);
        if (waiting.size() < present) {
            return false;
        }
        release(block);
        return true;
    }

    /** A block has ended. */
    synchronized void leave() {
        present--;
        if (present > 0 && waiting.size() == present) {
            release(null);
        }
    }

    private void release(@org.jspecify.annotations.Nullable BlockRun last) {
        waiting.forEach(BlockRun::releaseFromGrid);
        for (BlockRun block : waiting) {
            if (block != last) {
                block.goOn();
            }
        }
        waiting.clear();
    }
}
