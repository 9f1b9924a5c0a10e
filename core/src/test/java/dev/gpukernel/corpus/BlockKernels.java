package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.BlockDim;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.BlockReduce;
import dev.gpukernel.device.BlockScan;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import java.util.List;

/** Threads of a block that work together: shared memory, barriers, atomic operations. */
final class BlockKernels {
    private static final int TILE = 8;
    private static final int BINS = 32;

    private BlockKernels() {}

    /** A matrix transposed tile by tile; both sides ragged. */
    @GpuKernel
    static void transpose(int[] in, int width, int height, int[] out) {
        int x = ThreadIdx.x();
        int y = ThreadIdx.y();
        int[][] tile = Shared.ints(TILE, TILE + 1);
        int column = BlockIdx.x() * TILE + x;
        int row = BlockIdx.y() * TILE + y;
        if (column < width && row < height) {
            tile[y][x] = in[row * width + column];
        }
        Block.sync();
        int newColumn = BlockIdx.y() * TILE + x;
        int newRow = BlockIdx.x() * TILE + y;
        if (newColumn < height && newRow < width) {
            out[newRow * height + newColumn] = tile[x][y];
        }
    }

    /** A product of square matrices, tile by tile; the last tiles are ragged. */
    @GpuKernel
    static void tiledProduct(float[] a, float[] b, int n, float[] c) {
        int x = ThreadIdx.x();
        int y = ThreadIdx.y();
        float[][] tileA = Shared.floats(TILE, TILE);
        float[][] tileB = Shared.floats(TILE, TILE);
        int column = Grid.x();
        int row = Grid.y();
        float sum = 0;
        for (int tile = 0; tile < n; tile += TILE) {
            tileA[y][x] = row < n && tile + x < n ? a[row * n + tile + x] : 0;
            tileB[y][x] = column < n && tile + y < n ? b[(tile + y) * n + column] : 0;
            Block.sync();
            for (int k = 0; k < TILE; k++) {
                sum += tileA[y][k] * tileB[k][x];
            }
            Block.sync();
        }
        if (row < n && column < n) {
            c[row * n + column] = sum;
        }
    }

    /** Sums, extremes and running sums of each block's part; the last block is partial. */
    @GpuKernel
    static void reductions(float[] in, float[] sums, float[] least, float[] running) {
        int i = Grid.x();
        float value = i < in.length ? in[i] : 0;
        float sum = BlockReduce.sum(value);
        float min = BlockReduce.min(value);
        float upToHere = BlockScan.inclusiveSum(value);
        if (i < in.length) {
            running[i] = upToHere;
        }
        if (ThreadIdx.x() == 0) {
            sums[BlockIdx.x()] = sum;
            least[BlockIdx.x()] = min;
        }
    }

    /** Bitonic sort of each block's part. */
    @GpuKernel
    static void bitonicSort(int[] data) {
        int i = ThreadIdx.x();
        int[] own = Shared.ints(64);
        own[i] = data[Grid.x()];
        for (int size = 2; size <= 64; size *= 2) {
            for (int distance = size / 2; distance > 0; distance /= 2) {
                Block.sync();
                int other = i ^ distance;
                if (other > i) {
                    boolean ascending = (i & size) == 0;
                    int mine = own[i];
                    int theirs = own[other];
                    if (mine > theirs == ascending) {
                        own[i] = theirs;
                        own[other] = mine;
                    }
                }
            }
        }
        Block.sync();
        data[Grid.x()] = own[i];
    }

    /** A histogram in shared memory, then added to the whole one. */
    @GpuKernel
    static void histogram(int[] in, int[] bins) {
        int first = Grid.x();
        int[] own = Shared.ints(BINS);
        for (int bin = ThreadIdx.x(); bin < BINS; bin += BlockDim.x()) {
            own[bin] = 0;
        }
        Block.sync();
        for (int i = first; i < in.length; i += Grid.sizeX()) {
            Atomic.increment(own, in[i] & BINS - 1);
        }
        Block.sync();
        for (int bin = ThreadIdx.x(); bin < BINS; bin += BlockDim.x()) {
            Atomic.add(bins, bin, own[bin]);
        }
    }

    /** Three-point average with a halo in shared memory. */
    @GpuKernel
    static void stencil(float[] in, float[] out) {
        int i = Grid.x();
        float[] own = Shared.floats(64 + 2);
        int local = ThreadIdx.x() + 1;
        own[local] = i < in.length ? in[i] : 0;
        if (ThreadIdx.x() == 0) {
            own[0] = i > 0 ? in[i - 1] : 0;
        }
        if (ThreadIdx.x() == BlockDim.x() - 1) {
            own[local + 1] = i + 1 < in.length ? in[i + 1] : 0;
        }
        Block.sync();
        if (i < out.length) {
            out[i] = (own[local - 1] + own[local] + own[local + 1]) / 3;
        }
    }

    /** Some threads leave before the barrier; those that stay count themselves. */
    @GpuKernel
    static void leaveEarly(int[] in, int[] counts) {
        int i = Grid.x();
        if (i >= in.length || in[i] % 3 == 0) {
            return;
        }
        int odd = Block.syncCount((in[i] & 1) == 1);
        boolean all = Block.syncAnd(in[i] > 0);
        boolean any = Block.syncOr(in[i] < -40);
        counts[i] = odd * 4 + (all ? 2 : 0) + (any ? 1 : 0);
    }

    /** Votes that nobody counts are barriers all the same. */
    @GpuKernel
    static void votesNotCounted(int[] values) {
        int i = Grid.x();
        int[] shared = Shared.ints(64);
        int t = ThreadIdx.x();
        for (int step = 1; step < 4; step++) {
            shared[t] = values[i] * step;
            Block.syncOr(values[i] > 3);
            values[i] += shared[t ^ 1];
            Block.syncCount(values[i] > 5);
            shared[t] = values[i] - step;
            Block.syncAnd(values[i] > 7);
            values[i] += shared[t ^ 33];
            Block.sync();
        }
    }

    /** The launch's shared memory, cut into two arrays. */
    @GpuKernel
    static void dynamicSlices(int[] ints, double[] doubles) {
        int i = ThreadIdx.x();
        int n = BlockDim.x();
        double[] first = Shared.dynamicDoubles(0, n);
        int[] second = Shared.dynamicInts(8 * n, n);
        first[i] = doubles[Grid.x()];
        second[n - 1 - i] = ints[Grid.x()];
        Block.sync();
        doubles[Grid.x()] = first[n - 1 - i] + second[0];
        ints[Grid.x()] = second[i];
    }

    @GpuKernel
    static void sliceBeyondTheEnd(int[] out) {
        int i = ThreadIdx.x();
        int[] slice = Shared.dynamicInts(4, out.length);
        slice[i] = i;
        Block.sync();
        out[i] = slice[i ^ 1];
    }

    @GpuKernel
    static void indexBeyondSharedArray(int[] out) {
        int i = ThreadIdx.x();
        int[] own = Shared.ints(60);
        own[i] = i;
        Block.sync();
        out[i] = own[0];
    }

    /** Jacobi steps; the whole grid waits between them. */
    @GpuKernel
    static void jacobi(float[] from, float[] to, int steps) {
        int i = Grid.x();
        for (int step = 0; step < steps; step++) {
            if (i > 0 && i < from.length - 1) {
                to[i] = (from[i - 1] + from[i + 1]) / 2;
            }
            Grid.sync();
            if (i > 0 && i < from.length - 1) {
                from[i] = to[i];
            }
            Grid.sync();
        }
    }

    /** Every atomic operation whose outcome does not depend on who comes first. */
    @GpuKernel
    static void atomics(int[] in, int[] ints, long[] longs, float[] floats, double[] doubles) {
        int i = Grid.x();
        if (i < in.length) {
            int value = in[i];
            Atomic.add(ints, 0, value);
            Atomic.sub(ints, 1, value);
            Atomic.min(ints, 2, value);
            Atomic.max(ints, 3, value);
            Atomic.and(ints, 4, value);
            Atomic.or(ints, 5, value);
            Atomic.xor(ints, 6, value);
            Atomic.increment(ints, 7);
            Atomic.decrement(ints, 8);
            Atomic.add(longs, 0, value);
            Atomic.min(longs, 1, value);
            Atomic.max(longs, 2, value);
            Atomic.xor(longs, 3, value * 3_000_000_000L);
            // Small whole numbers, so that every order of additions is exact.
            Atomic.add(floats, 0, value);
            Atomic.min(floats, 1, value == 7 ? -0f : value * 0.5f);
            Atomic.max(floats, 2, value);
            Atomic.sub(doubles, 0, value);
            Atomic.min(doubles, 1, value);
            Atomic.max(doubles, 2, value == 0 ? Double.NaN : value);
        }
    }

    /** A product of odd numbers modulo 2^32, by compare-and-set. */
    @GpuKernel
    static void compareAndSet(int[] in, int[] product) {
        int i = Grid.x();
        if (i < in.length) {
            int factor = in[i] | 1;
            int seen = Atomic.add(product, 0, 0);
            int old;
            do {
                old = seen;
                seen = Atomic.compareAndSet(product, 0, old, old * factor);
            } while (seen != old);
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.blocks("transpose", 3, 2, TILE, TILE, () -> List.of(ints(19 * 13, 1), 19, 13, new int[19 * 13]));
        kernels.blocks(
                "tiledProduct",
                2,
                2,
                TILE,
                TILE,
                () -> List.of(floats(121, 2, -1, 1), floats(121, 3, -1, 1), 11, new float[121]));
        kernels.blocks(
                "reductions",
                3,
                1,
                75,
                1,
                () -> List.of(floats(200, 4, -1, 1), new float[3], new float[3], new float[200]));
        kernels.blocks("bitonicSort", 2, 1, 64, 1, () -> List.of(ints(128, 5)));
        kernels.blocks("histogram", 3, 1, 40, 1, () -> List.of(ints(500, 6), new int[BINS]));
        kernels.blocks("stencil", 3, 1, 64, 1, () -> List.of(floats(170, 7, -1, 1), new float[170]));
        kernels.blocks("leaveEarly", 3, 1, 50, 1, () -> List.of(ints(140, 8, -50, 50), new int[140]));
        kernels.blocks("votesNotCounted", 3, 1, 64, 1, () -> List.of(ints(192, 31, -9, 9)));
        kernels.sharing(2 * 12 * 20)
                .blocks("dynamicSlices", 2, 1, 20, 1, () -> List.of(ints(40, 9, -9, 9), Seeded.doubles(40, 10, -1, 1)));
        kernels.sharing(4 * 32)
                .throwing(IndexOutOfBoundsException.class)
                .blocks("sliceBeyondTheEnd", 1, 1, 32, 1, () -> List.of(new int[32]));
        kernels.throwing(ArrayIndexOutOfBoundsException.class)
                .blocks("indexBeyondSharedArray", 1, 1, 64, 1, () -> List.of(new int[64]));
        kernels.blocks("jacobi", 3, 1, 32, 1, () -> List.of(floats(90, 11, -1, 1), new float[90], 5));
        kernels.blocks(
                "atomics",
                2,
                1,
                50,
                1,
                () -> List.of(ints(90, 12, -60, 60), new int[9], new long[4], new float[3], new double[3]));
        kernels.blocks("compareAndSet", 2, 1, 40, 1, () -> List.of(ints(77, 13), new int[] {1}));
    }
}
