package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.BlockDim;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;

/** The textbook's kernels with shared memory. */
public final class TileKernels {
    static final int TRANSPOSE_TILE = 32;
    static final int TRANSPOSE_ROWS = 8;
    static final int PRODUCT_TILE = 16;
    static final int SORTED = 1024;
    static final int BINS = 256;
    static final int STENCIL_BLOCK = 128;
    static final int RADIUS = 3;

    private TileKernels() {}

    /** From rows of {@code width} to rows of {@code height}; one column more than the tile is wide, against bank conflicts. */
    @GpuKernel
    static void transpose(float[] in, float[] out, int width, int height) {
        float[][] tile = Shared.floats(TRANSPOSE_TILE, TRANSPOSE_TILE + 1);
        int fromX = BlockIdx.x() * TRANSPOSE_TILE + ThreadIdx.x();
        int fromY = BlockIdx.y() * TRANSPOSE_TILE + ThreadIdx.y();
        for (int j = 0; j < TRANSPOSE_TILE; j += TRANSPOSE_ROWS) {
            if (fromX < width && fromY + j < height) {
                tile[ThreadIdx.y() + j][ThreadIdx.x()] = in[(fromY + j) * width + fromX];
            }
        }
        Block.sync();
        int toX = BlockIdx.y() * TRANSPOSE_TILE + ThreadIdx.x();
        int toY = BlockIdx.x() * TRANSPOSE_TILE + ThreadIdx.y();
        for (int j = 0; j < TRANSPOSE_TILE; j += TRANSPOSE_ROWS) {
            if (toX < height && toY + j < width) {
                out[(toY + j) * height + toX] = tile[ThreadIdx.x()][ThreadIdx.y() + j];
            }
        }
    }

    /** An n by k matrix times a k by m one. */
    @GpuKernel
    static void multiply(float[] a, float[] b, float[] c, int n, int k, int m) {
        float[][] tileA = Shared.floats(PRODUCT_TILE, PRODUCT_TILE);
        float[][] tileB = Shared.floats(PRODUCT_TILE, PRODUCT_TILE);
        int tx = ThreadIdx.x();
        int ty = ThreadIdx.y();
        int row = Grid.y();
        int column = Grid.x();
        float sum = 0;
        for (int from = 0; from < k; from += PRODUCT_TILE) {
            tileA[ty][tx] = row < n && from + tx < k ? a[row * k + from + tx] : 0;
            tileB[ty][tx] = column < m && from + ty < k ? b[(from + ty) * m + column] : 0;
            Block.sync();
            for (int e = 0; e < PRODUCT_TILE; e++) {
                sum += tileA[ty][e] * tileB[e][tx];
            }
            Block.sync();
        }
        if (row < n && column < m) {
            c[row * m + column] = sum;
        }
    }

    /** Each block sorts its part of the array, by half as many threads as elements. */
    @GpuKernel
    static void bitonicSort(int[] keys) {
        int[] part = Shared.ints(SORTED);
        int base = BlockIdx.x() * SORTED;
        int thread = ThreadIdx.x();
        part[thread] = keys[base + thread];
        part[thread + SORTED / 2] = keys[base + thread + SORTED / 2];
        for (int run = 2; run <= SORTED; run *= 2) {
            for (int distance = run / 2; distance > 0; distance /= 2) {
                Block.sync();
                int low = 2 * thread - (thread & distance - 1);
                int high = low + distance;
                boolean ascending = (low & run) == 0;
                int first = part[low];
                int second = part[high];
                if (first > second == ascending) {
                    part[low] = second;
                    part[high] = first;
                }
            }
        }
        Block.sync();
        keys[base + thread] = part[thread];
        keys[base + thread + SORTED / 2] = part[thread + SORTED / 2];
    }

    @GpuKernel
    static void histogram(byte[] data, int[] counts) {
        int[] own = Shared.ints(BINS);
        for (int bin = ThreadIdx.x(); bin < BINS; bin += BlockDim.x()) {
            own[bin] = 0;
        }
        Block.sync();
        for (int i = Grid.x(); i < data.length; i += Grid.sizeX()) {
            Atomic.add(own, data[i] & 0xff, 1);
        }
        Block.sync();
        for (int bin = ThreadIdx.x(); bin < BINS; bin += BlockDim.x()) {
            Atomic.add(counts, bin, own[bin]);
        }
    }

    /** Each element becomes the mean of those around it; beyond the ends stand zeros. */
    @GpuKernel
    static void smooth(float[] in, float[] out) {
        float[] part = Shared.floats(STENCIL_BLOCK + 2 * RADIUS);
        int thread = ThreadIdx.x();
        int i = Grid.x();
        part[thread + RADIUS] = i < in.length ? in[i] : 0;
        if (thread < RADIUS) {
            int before = i - RADIUS;
            int behind = i + STENCIL_BLOCK;
            part[thread] = before >= 0 && before < in.length ? in[before] : 0;
            part[thread + RADIUS + STENCIL_BLOCK] = behind < in.length ? in[behind] : 0;
        }
        Block.sync();
        if (i >= out.length) {
            return;
        }
        float sum = 0;
        for (int j = 0; j <= 2 * RADIUS; j++) {
            sum += part[thread + j];
        }
        out[i] = sum / (2 * RADIUS + 1);
    }

    /** Steps of Jacobi's method, two at a time: inner points of a, then of b, become the mean of their neighbours. */
    @GpuKernel
    static void jacobi(float[] a, float[] b, int width, int height, int doubleSteps) {
        for (int step = 0; step < doubleSteps; step++) {
            relax(a, b, width, height);
            Grid.sync();
            relax(b, a, width, height);
            Grid.sync();
        }
    }

    /** A step over the whole plane, by whatever grid there is. */
    static void relax(float[] from, float[] to, int width, int height) {
        for (int y = 1 + Grid.y(); y < height - 1; y += Grid.sizeY()) {
            for (int x = 1 + Grid.x(); x < width - 1; x += Grid.sizeX()) {
                int i = y * width + x;
                to[i] = 0.25f * (from[i - 1] + from[i + 1] + from[i - width] + from[i + width]);
            }
        }
    }
}
