package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.ThreadIdx;
import dev.gpukernel.device.Warp;
import dev.gpukernel.device.WarpProduct;
import dev.gpukernel.device.WarpReduce;
import dev.gpukernel.device.WarpScan;
import java.util.List;

/** Threads of a warp that work together: shuffles, votes, reductions. */
final class WarpKernels {
    private WarpKernels() {}

    @GpuKernel
    static void shuffles(int[] in, int[] out) {
        int i = Grid.x();
        int value = in[i];
        int lane = Warp.lane();
        int sum = Warp.shuffle(value, 5) + 3 * Warp.shuffleUp(value, 2) + 5 * Warp.shuffleDown(value, 7);
        sum = 31 * sum + Warp.shuffleXor(value, 9) + 7 * Warp.shuffle(value, value);
        sum = 31 * sum + Warp.shuffleUp(value, lane) + 3 * Warp.shuffleDown(value, -1) + Warp.shuffleUp(value, 40);
        out[i] = sum;
    }

    @GpuKernel
    static void wideShuffles(long[] longs, float[] floats, double[] doubles) {
        int i = Grid.x();
        longs[i] = Warp.shuffleXor(longs[i], 3) ^ Warp.shuffle(longs[i], 31) + Warp.shuffleUp(longs[i], 1);
        floats[i] = Warp.shuffleDown(floats[i], 1) - Warp.shuffleXor(floats[i], 16);
        doubles[i] = Warp.shuffleDown(doubles[i], 3) - Warp.shuffle(doubles[i], i);
    }

    /** Of two pairs of matrices for each warp, one after the other. */
    @GpuKernel
    static void products(double[] left, double[] right, double[] out) {
        int warp = Grid.x() / Warp.size();
        double[] sums = new double[WarpProduct.SUMS];
        double[] lefts = new double[WarpProduct.LEFT];
        double[] rights = new double[WarpProduct.RIGHT];
        int group = Warp.lane() / 4;
        int place = Warp.lane() % 4;
        for (int from = 0; from < 16; from += WarpProduct.DEPTH) {
            for (int i = 0; i < WarpProduct.LEFT; i++) {
                lefts[i] = left[(warp * 16 + group + i % 2 * 8) * 16 + from + place + i / 2 * 4];
            }
            for (int i = 0; i < WarpProduct.RIGHT; i++) {
                rights[i] = right[(warp * 16 + from + place + i * 4) * 8 + group];
            }
            WarpProduct.add(sums, 0, lefts, 0, rights, 0);
        }
        for (int i = 0; i < WarpProduct.SUMS; i++) {
            out[(warp * 16 + group + i / 2 * 8) * 8 + place * 2 + i % 2] = sums[i];
        }
    }

    /** Products in a loop that ends for each warp at another time, and one that only some warps add. */
    @GpuKernel
    static void productsInLoops(double[] values, double[] out) {
        int i = Grid.x();
        WarpProduct.Sums sums = new WarpProduct.Sums(values[i], -values[i], 1, -0.0);
        for (int k = 0; k < 1 + i / Warp.size(); k++) {
            sums = WarpProduct.product(
                    values[i],
                    k,
                    1 / values[i],
                    -3,
                    values[i] - k,
                    5 * k,
                    sums.lowerRight(),
                    sums.upperLeft(),
                    sums.upperRight(),
                    sums.lowerLeft());
        }
        if (i / Warp.size() % 2 == 1) {
            sums = WarpProduct.product(1, 2, 3, 4, 5, values[i], sums.upperLeft(), sums.upperRight(), 0, 1);
        }
        out[i] = sums.upperLeft() + 3 * sums.upperRight() - 5 * sums.lowerLeft() + 7 * sums.lowerRight();
    }

    @GpuKernel
    static void votes(int[] in, int[] out) {
        int i = Grid.x();
        if (i >= in.length) {
            return;
        }
        int value = in[i];
        int result = Warp.ballot(value % 3 == 0) + 3 * Warp.match(value & 3) + 5 * Warp.match((long) (value & 1));
        result += (Warp.all(value > -50) ? 1 : 0) + (Warp.any(value > 48) ? 2 : 0);
        out[i] = result;
    }

    /** Reductions over what is there of a warp: the last threads have left. */
    @GpuKernel
    static void reductions(int[] in, int[] out) {
        int i = Grid.x();
        if (i >= in.length) {
            return;
        }
        int value = in[i];
        int result = Warp.reduceAdd(value) + 3 * Warp.reduceMin(value) + 5 * Warp.reduceMax(value);
        result = 31 * result + Warp.reduceAnd(value) + 3 * Warp.reduceOr(value) + 5 * Warp.reduceXor(value);
        out[i] = result;
    }

    /** Sums by ordinary device functions; the last warp of each block is partial. */
    @GpuKernel
    static void scans(float[] in, float[] sums, float[] running, int[] before) {
        int i = Grid.x();
        sums[i] = WarpReduce.sum(in[i]);
        running[i] = WarpScan.inclusiveSum(in[i]);
        before[i] = WarpScan.exclusiveSum(ThreadIdx.x());
    }

    /** Lanes of even elements pass a value on; the others wait elsewhere. */
    @GpuKernel
    static void someLanes(int[] in, int[] out) {
        int i = Grid.x();
        boolean even = (in[i] & 1) == 0;
        int mask = Warp.ballot(even);
        Warp.sync(even ? mask : ~mask);
        out[i] = Integer.bitCount(mask & (1 << Warp.lane()) - 1);
    }

    /** Votes on conditions in which control flow joins. */
    @GpuKernel
    static void votesAtJoins(int[] in, int[] out) {
        int i = Grid.x();
        out[i] = Integer.bitCount(Warp.ballot(isEven(in, i)))
                + 31 * Integer.bitCount(Warp.ballot(isEven(in, i + 32)))
                + 961 * Integer.bitCount(Warp.ballot(isEven(in, i + 64)))
                + 29_791 * Integer.bitCount(Warp.ballot(isEven(in, i + 96)))
                + (Warp.all(isEven(in, i + 128)) ? 1 << 28 : 0)
                + (Warp.any(isEven(in, i + 160)) ? 1 << 29 : 0);
    }

    private static boolean isEven(int[] in, int i) {
        int even = 0;
        if (i < in.length) {
            even = (in[i] & 1) == 0 ? 1 : 0;
        }
        return even == 1;
    }

    static void inputs(KernelInputs kernels) {
        kernels.blocks("shuffles", 2, 1, 64, 1, () -> List.of(ints(128, 1, 0, 1000), new int[128]));
        kernels.blocks(
                "wideShuffles",
                1,
                1,
                64,
                1,
                () -> List.of(Seeded.longs(64, 2), Seeded.floats(64, 3, -1, 1), Seeded.doubles(64, 4, -1, 1)));
        kernels.blocks(
                "products",
                2,
                1,
                64,
                1,
                () -> List.of(
                        Seeded.doubles(4 * 256, 30, -1, 1), Seeded.doubles(4 * 128, 31, -1, 1), new double[4 * 128]));
        kernels.blocks("productsInLoops", 2, 1, 96, 1, () -> List.of(Seeded.doubles(192, 32, -1, 1), new double[192]));
        kernels.blocks("votes", 2, 1, 45, 1, () -> List.of(ints(80, 5, -50, 50), new int[80]));
        kernels.blocks("reductions", 2, 1, 70, 1, () -> List.of(ints(130, 6), new int[130]));
        kernels.blocks(
                "scans",
                2,
                1,
                45,
                1,
                () -> List.of(Seeded.floats(90, 7, -1, 1), new float[90], new float[90], new int[90]));
        kernels.blocks("votesAtJoins", 2, 1, 32, 1, () -> List.of(ints(150, 9), new int[64]));
        kernels.blocks("someLanes", 2, 1, 32, 1, () -> List.of(ints(64, 8), new int[64]));
    }
}
