package dev.gpukernel.oracle;

import dev.gpukernel.device.BlockThread.BlockVotes;
import dev.gpukernel.device.ThreadState;
import dev.gpukernel.internal.backend.Shape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs every thread of a grid as Java, those of a block together, so that they may meet at barriers. One runs at a time, until it
 * waits or ends, then the next lower one: the last thread of the last block is the first. The CPU backend and the interpreter begin
 * at the other end, and find zeros in shared memory, where there are random numbers here. So what depends on either is seen.
 */
final class JavaGrid {
    private final Shape shape;
    private final Runnable thread;
    private @Nullable GridFault lowest;
    private long lowestIndex = Long.MAX_VALUE;

    private JavaGrid(Shape shape, Runnable thread) {
        this.shape = shape;
        this.thread = thread;
    }

    /**
     * Runs a grid.
     *
     * @param shape its shape
     * @param thread what each thread does, with its place in the grid bound
     * @return the exception of the lowest thread that threw one, or {@code null}
     * @throws OracleException if threads of a block wait at different barriers, or do what the oracle does not know
     */
    static @Nullable GridFault run(Shape shape, Runnable thread) {
        JavaGrid grid = new JavaGrid(shape, thread);
        for (long block = shape.blocks() - 1; block >= 0; block--) {
            grid.runBlock(block);
        }
        return grid.lowest;
    }

    private void runBlock(long block) {
        JavaBlockMemory memory = new JavaBlockMemory(block);
        List<JavaThread> live = new ArrayList<>();
        for (long index = shape.threadsPerBlock() - 1; index >= 0; index--) {
            live.add(new JavaThread(state(block, index), thread, memory));
        }
        while (!live.isEmpty()) {
            live.forEach(JavaThread::resume);
            live.stream().filter(JavaThread::hasEnded).forEach(this::keep);
            live.removeIf(JavaThread::hasEnded);
            meet(live);
        }
    }

    private static void meet(List<JavaThread> all) {
        List<String> barriers = all.stream().map(JavaThread::barrier).distinct().toList();
        if (barriers.size() > 1) {
            throw new OracleException("threads wait at different places: " + barriers);
        }
        int yes = (int) all.stream().filter(JavaThread::vote).count();
        all.forEach(member -> member.answer(new BlockVotes(yes, all.size())));
    }

    private void keep(JavaThread ended) {
        ThreadState at = ended.state();
        long index = (at.blockX + (long) shape.gridX() * (at.blockY + (long) shape.gridY() * at.blockZ))
                        * shape.threadsPerBlock()
                + at.threadX
                + (long) shape.blockX() * (at.threadY + (long) shape.blockY() * at.threadZ);
        RuntimeException thrown = ended.thrown();
        if (thrown != null && index < lowestIndex) {
            lowestIndex = index;
            lowest = GridFault.of(thrown, at);
        }
    }

    private ThreadState state(long block, long index) {
        ThreadState state = new ThreadState();
        state.gridDimX = shape.gridX();
        state.gridDimY = shape.gridY();
        state.gridDimZ = shape.gridZ();
        state.blockDimX = shape.blockX();
        state.blockDimY = shape.blockY();
        state.blockDimZ = shape.blockZ();
        state.blockX = (int) (block % shape.gridX());
        state.blockY = (int) (block / shape.gridX() % shape.gridY());
        state.blockZ = (int) (block / shape.gridX() / shape.gridY());
        state.threadX = (int) (index % shape.blockX());
        state.threadY = (int) (index / shape.blockX() % shape.blockY());
        state.threadZ = (int) (index / shape.blockX() / shape.blockY());
        return state;
    }
}
