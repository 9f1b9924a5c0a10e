package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.jvm.BlockCode;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** One launch of a grid kernel whose threads run in turn: blocks are spread over the cores. */
final class TurnsRun {
    private final BlockCode code;
    private final @Nullable ClassLoader loader;
    private final Object[] arguments;
    private final Shape shape;
    private @Nullable ThreadFault lowest;

    TurnsRun(BlockCode code, @Nullable ClassLoader loader, Object[] arguments, Shape shape) {
        this.code = code;
        this.loader = loader;
        this.arguments = arguments;
        this.shape = shape;
    }

    /**
     * Runs every thread of the grid. A thread that throws ends; the others go on.
     *
     * @param inGrid whether blocks wait for each other
     * @return what the lowest thread threw, {@code null} if none did
     */
    @Nullable ThreadFault run(boolean inGrid) {
        if (inGrid) {
            runInPhases();
        } else {
            Queue<BlockTurns> idle = new ConcurrentLinkedQueue<>();
            run((_, first, count, _) -> runBlocks(idle, first, count));
        }
        synchronized (this) {
            return lowest;
        }
    }

    /** What is printed comes in the order of threads. */
    private void run(GridRun.Blocks work) {
        GridRun run = new GridRun(work, shape);
        if (code.prints().isEmpty()) {
            run.run();
        } else {
            run.runInOrder();
        }
    }

    private void runBlocks(Queue<BlockTurns> idle, long first, int count) {
        BlockTurns waiting = idle.poll();
        BlockTurns turns = waiting == null ? newTurns() : waiting;
        for (long block = first; block < first + count; block++) {
            turns.begin(block);
            turns.run();
            turns.print();
        }
        idle.add(turns);
    }

    private BlockTurns newTurns() {
        return new BlockTurns(code, loader, arguments, shape, this::keep);
    }

    /** All blocks get as far as they can, until none waits for the grid any more. */
    private void runInPhases() {
        BlockTurns[] blocks = new BlockTurns[(int) shape.blocks()];
        boolean[] returned = new boolean[blocks.length];
        boolean goesOn = true;
        while (goesOn) {
            run((_, first, count, _) -> {
                for (int block = (int) first; block < first + count; block++) {
                    if (blocks[block] == null) {
                        blocks[block] = newTurns();
                        blocks[block].begin(block);
                    }
                    returned[block] = returned[block] || blocks[block].run();
                }
            });
            goesOn = false;
            for (boolean one : returned) {
                goesOn |= !one;
            }
        }
        for (BlockTurns block : blocks) {
            block.print();
        }
    }

    private synchronized void keep(ThreadFault fault) {
        if (lowest == null || fault.isBefore(lowest)) {
            lowest = fault;
        }
    }
}
