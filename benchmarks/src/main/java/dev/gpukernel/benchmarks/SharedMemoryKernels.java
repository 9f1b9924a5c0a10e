package dev.gpukernel.benchmarks;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.MathMode;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.BlockDim;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.BlockReduce;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;

/** What shared memory is for. {@code gpu/shared_memory.cu} holds the same in CUDA C. */
final class SharedMemoryKernels {
    static final int TILE = 16;
    static final int PATCH = 32;
    static final int PATCH_ROWS = 8;
    static final int BINS = 256;

    private SharedMemoryKernels() {}

    /** The product of two n×n matrices, n a multiple of {@link #TILE}. */
    @GpuKernel(blockSize = TILE * TILE)
    static void product(int n, float[] a, float[] b, float[] c) {
        tiledProduct(n, a, b, c);
    }

    /** The same, multiplications and additions fused. */
    @GpuKernel(blockSize = TILE * TILE, math = MathMode.FAST)
    static void productFast(int n, float[] a, float[] b, float[] c) {
        tiledProduct(n, a, b, c);
    }

    private static void tiledProduct(int n, float[] a, float[] b, float[] c) {
        float[][] tileA = Shared.floats(TILE, TILE);
        float[][] tileB = Shared.floats(TILE, TILE);
        int x = ThreadIdx.x();
        int y = ThreadIdx.y();
        int row = Grid.y();
        int column = Grid.x();
        float sum = 0;
        for (int tile = 0; tile < n; tile += TILE) {
            tileA[y][x] = a[row * n + tile + x];
            tileB[y][x] = b[(tile + y) * n + column];
            Block.sync();
            for (int k = 0; k < TILE; k++) {
                sum += tileA[y][k] * tileB[k][x];
            }
            Block.sync();
        }
        c[row * n + column] = sum;
    }

    /** The transpose of an n×n matrix, n a multiple of {@link #PATCH}; each thread moves four elements. */
    @GpuKernel(blockSize = PATCH * PATCH_ROWS)
    static void transpose(int n, float[] in, float[] out) {
        float[][] patch = Shared.floats(PATCH, PATCH + 1);
        int x = ThreadIdx.x();
        int y = ThreadIdx.y();
        int column = BlockIdx.x() * PATCH + x;
        int row = BlockIdx.y() * PATCH + y;
        for (int k = 0; k < PATCH; k += PATCH_ROWS) {
            patch[y + k][x] = in[(row + k) * n + column];
        }
        Block.sync();
        column = BlockIdx.y() * PATCH + x;
        row = BlockIdx.x() * PATCH + y;
        for (int k = 0; k < PATCH; k += PATCH_ROWS) {
            out[(row + k) * n + column] = patch[x][y + k];
        }
    }

    /** How often each of {@link #BINS} numbers occurs, counted by each block and then added. */
    @GpuKernel(blockSize = 256)
    static void histogram(int[] in, int[] bins) {
        int[] own = Shared.ints(BINS);
        for (int bin = ThreadIdx.x(); bin < BINS; bin += BlockDim.x()) {
            own[bin] = 0;
        }
        Block.sync();
        for (int i = Grid.x(); i < in.length; i += Grid.sizeX()) {
            Atomic.increment(own, in[i] & BINS - 1);
        }
        Block.sync();
        for (int bin = ThreadIdx.x(); bin < BINS; bin += BlockDim.x()) {
            Atomic.add(bins, bin, own[bin]);
        }
    }

    /** The sum of what each block's threads meet. */
    @GpuKernel(blockSize = 256)
    static void sums(float[] in, float[] out) {
        float sum = 0;
        for (int i = Grid.x(); i < in.length; i += Grid.sizeX()) {
            sum += in[i];
        }
        float ofBlock = BlockReduce.sum(sum);
        if (ThreadIdx.x() == 0) {
            out[BlockIdx.x()] = ofBlock;
        }
    }
}
