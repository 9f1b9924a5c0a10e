package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;

/** The transpose of a matrix by tiles in shared memory, so that it is read and written along its rows. */
public final class TransposeKernels {
    public static final int TILE = 32;
    /** Rows of a block of threads; each thread moves as many elements as that goes into a tile. */
    public static final int ROWS = 8;

    private TransposeKernels() {}

    /** The tile has a column more than it needs: the elements of a column then lie in different banks. */
    @GpuKernel
    public static void transpose(float[] in, float[] out, int width, int height) {
        float[][] tile = Shared.floats(TILE, TILE + 1);
        int tx = ThreadIdx.x();
        int ty = ThreadIdx.y();
        int fromX = BlockIdx.x() * TILE + tx;
        int fromY = BlockIdx.y() * TILE + ty;
        for (int row = 0; row < TILE; row += ROWS) {
            if (fromX < width && fromY + row < height) {
                tile[ty + row][tx] = in[(fromY + row) * width + fromX];
            }
        }
        Block.sync();
        int toX = BlockIdx.y() * TILE + tx;
        int toY = BlockIdx.x() * TILE + ty;
        for (int row = 0; row < TILE; row += ROWS) {
            if (toX < height && toY + row < width) {
                out[(toY + row) * height + toX] = tile[tx][ty + row];
            }
        }
    }
}
