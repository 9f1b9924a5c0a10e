package dev.gpukernel.internal.cpu;

import dev.gpukernel.device.ThreadState;
import dev.gpukernel.internal.backend.Shape;
import java.util.List;

/** The order of a grid's threads: blocks first, then threads in a block, along x fastest, then y, then z. */
final class GridPosition {
    private GridPosition() {}

    /** Gives a state the dimensions of a launch. */
    static void size(ThreadState state, Shape shape) {
        state.gridDimX = shape.gridX();
        state.gridDimY = shape.gridY();
        state.gridDimZ = shape.gridZ();
        state.blockDimX = shape.blockX();
        state.blockDimY = shape.blockY();
        state.blockDimZ = shape.blockZ();
    }

    /** {@return another state that stands at the same thread of the same grid} */
    static ThreadState copy(ThreadState state) {
        ThreadState copy = new ThreadState();
        copy.gridDimX = state.gridDimX;
        copy.gridDimY = state.gridDimY;
        copy.gridDimZ = state.gridDimZ;
        copy.blockDimX = state.blockDimX;
        copy.blockDimY = state.blockDimY;
        copy.blockDimZ = state.blockDimZ;
        copy.blockX = state.blockX;
        copy.blockY = state.blockY;
        copy.blockZ = state.blockZ;
        copy.threadX = state.threadX;
        copy.threadY = state.threadY;
        copy.threadZ = state.threadZ;
        return copy;
    }

    /** Moves a state to the first thread of a block. */
    static void seek(ThreadState state, long block) {
        state.blockX = (int) (block % state.gridDimX);
        long row = block / state.gridDimX;
        state.blockY = (int) (row % state.gridDimY);
        state.blockZ = (int) (row / state.gridDimY);
        state.threadX = 0;
        state.threadY = 0;
        state.threadZ = 0;
    }

    /** Moves a state to a thread of its block. */
    static void seekThread(ThreadState state, int thread) {
        state.threadX = thread % state.blockDimX;
        int row = thread / state.blockDimX;
        state.threadY = row % state.blockDimY;
        state.threadZ = row / state.blockDimY;
    }

    /** {@return the number of the block where a state stands} */
    static long block(ThreadState state) {
        return ((long) state.blockZ * state.gridDimY + state.blockY) * state.gridDimX + state.blockX;
    }

    /**
     * Moves a state on by one thread.
     *
     * @return whether the block is done, and the state therefore at the start of the next
     */
    static boolean advance(ThreadState state) {
        if (++state.threadX < state.blockDimX) {
            return false;
        }
        state.threadX = 0;
        if (++state.threadY < state.blockDimY) {
            return false;
        }
        state.threadY = 0;
        if (++state.threadZ < state.blockDimZ) {
            return false;
        }
        seek(state, block(state) + 1);
        return true;
    }

    /** {@return the number of the thread in its block where a state stands} */
    static long thread(ThreadState state) {
        return ((long) state.threadZ * state.blockDimY + state.threadY) * state.blockDimX + state.threadX;
    }

    static List<Integer> blockIndex(ThreadState state) {
        return List.of(state.blockX, state.blockY, state.blockZ);
    }

    static List<Integer> threadIndex(ThreadState state) {
        return List.of(state.threadX, state.threadY, state.threadZ);
    }
}
