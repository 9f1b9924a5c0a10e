package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;

/** The product of two square matrices, row by row in one array each. Both kernels add in the same order. */
public final class MatMulKernels {
    public static final int TILE = 16;

    private MatMulKernels() {}

    /** Each thread reads a row and a column from global memory. */
    @GpuKernel
    public static void naive(float[] a, float[] b, float[] c, int n) {
        int row = Grid.y();
        int column = Grid.x();
        if (row < n && column < n) {
            float sum = 0;
            for (int k = 0; k < n; k++) {
                sum += a[row * n + k] * b[k * n + column];
            }
            c[row * n + column] = sum;
        }
    }

    /** Each block copies a tile of both matrices into shared memory, where each element is read as often as a tile is wide. */
    @GpuKernel
    public static void tiled(float[] a, float[] b, float[] c, int n) {
        float[][] tileA = Shared.floats(TILE, TILE);
        float[][] tileB = Shared.floats(TILE, TILE);
        int tx = ThreadIdx.x();
        int ty = ThreadIdx.y();
        int row = Grid.y();
        int column = Grid.x();
        float sum = 0;
        for (int from = 0; from < n; from += TILE) {
            tileA[ty][tx] = row < n && from + tx < n ? a[row * n + from + tx] : 0;
            tileB[ty][tx] = column < n && from + ty < n ? b[(from + ty) * n + column] : 0;
            Block.sync();
            for (int k = 0; k < TILE; k++) {
                sum += tileA[ty][k] * tileB[k][tx];
            }
            Block.sync();
        }
        if (row < n && column < n) {
            c[row * n + column] = sum;
        }
    }
}
