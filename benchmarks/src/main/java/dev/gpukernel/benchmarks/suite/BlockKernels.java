package dev.gpukernel.benchmarks.suite;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;

/** Grid kernels, with shared memory and barriers. */
final class BlockKernels {
    private static final int TILE = 16;

    private BlockKernels() {}

    @GpuKernel(blockSize = 256)
    static void gemmTiled(int n, float[] a, float[] b, float[] c) {
        float[][] tileA = Shared.floats(TILE, TILE);
        float[][] tileB = Shared.floats(TILE, TILE);
        int x = ThreadIdx.x();
        int y = ThreadIdx.y();
        int row = Grid.y();
        int column = Grid.x();
        float sum = 0;
        for (int t = 0; t < n; t += TILE) {
            tileA[y][x] = a[row * n + t + x];
            tileB[y][x] = b[(t + y) * n + column];
            Block.sync();
            for (int k = 0; k < TILE; k++) {
                sum += tileA[y][k] * tileB[k][x];
            }
            Block.sync();
        }
        c[row * n + column] = sum;
    }
}
