package dev.gpukernel.oracle;

import dev.gpukernel.device.ThreadState;
import dev.gpukernel.internal.backend.Shape;
import org.jspecify.annotations.Nullable;

/**
 * Runs every thread of a grid, one after another: blocks in order, x fastest, and in each its threads likewise. A thread that throws
 * ends, the others go on.
 */
public final class GridRunner {
    private final Shape shape;
    private @Nullable GridFault first;

    private GridRunner(Shape shape) {
        this.shape = shape;
    }

    /**
     * Runs a grid.
     *
     * @param shape its shape
     * @param thread what each thread does, with its place in the grid bound
     * @return the exception of the lowest thread that threw one, or {@code null}
     */
    public static @Nullable GridFault run(Shape shape, Runnable thread) {
        GridRunner runner = new GridRunner(shape);
        ThreadState state = new ThreadState();
        state.gridDimX = shape.gridX();
        state.gridDimY = shape.gridY();
        state.gridDimZ = shape.gridZ();
        state.blockDimX = shape.blockX();
        state.blockDimY = shape.blockY();
        state.blockDimZ = shape.blockZ();
        ScopedValue.where(ThreadState.CURRENT, state).run(() -> runner.blocks(state, thread));
        return runner.first;
    }

    private void blocks(ThreadState state, Runnable thread) {
        for (long block = 0; block < shape.blocks(); block++) {
            state.blockX = (int) (block % shape.gridX());
            state.blockY = (int) (block / shape.gridX() % shape.gridY());
            state.blockZ = (int) (block / shape.gridX() / shape.gridY());
            threads(state, thread);
        }
    }

    private void threads(ThreadState state, Runnable body) {
        for (int thread = 0; thread < shape.threadsPerBlock(); thread++) {
            state.threadX = thread % shape.blockX();
            state.threadY = thread / shape.blockX() % shape.blockY();
            state.threadZ = thread / shape.blockX() / shape.blockY();
            try {
                body.run();
            } catch (OracleException e) {
                throw e;
            } catch (RuntimeException e) {
                if (first == null) {
                    first = GridFault.of(e, state);
                }
            }
        }
    }
}
