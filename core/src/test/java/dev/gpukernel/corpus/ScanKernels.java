package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.BlockDim;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.GridDim;
import dev.gpukernel.device.ThreadIdx;
import java.util.List;

/** Sums, counts and extrema, each thread over its own part. */
final class ScanKernels {
    private static final int BINS = 8;

    private ScanKernels() {}

    /** Prefix sums of chunks; the last of each goes to another array too. */
    @GpuKernel
    static void prefixSums(int[] data, int chunk, int[] totals) {
        int thread = Grid.x();
        if (thread >= totals.length) {
            return;
        }
        int end = Math.min((thread + 1) * chunk, data.length);
        int sum = 0;
        for (int i = thread * chunk; i < end; i++) {
            data[i] = sum += data[i];
        }
        totals[thread] = sum;
    }

    @GpuKernel
    static void addOffsets(int[] data, int chunk, int[] totals) {
        int i = Grid.x();
        if (i < data.length) {
            for (int k = 0; k < i / chunk; k++) {
                data[i] += totals[k];
            }
        }
    }

    @GpuKernel
    static void histogram(byte[] data, int chunk, int[] counts) {
        int thread = Grid.x();
        if (thread * BINS >= counts.length) {
            return;
        }
        int[] own = new int[BINS];
        for (int i = thread * chunk; i < (thread + 1) * chunk; i++) {
            own[(data[i] & 0xff) >>> 5]++;
        }
        int bin = thread * BINS;
        for (int count : own) {
            counts[bin++] = count;
        }
    }

    /** A loop whose stride is the number of threads. */
    @GpuKernel
    static void stridedSquares(float[] in, double[] out) {
        for (int i = Grid.x(); i < in.length; i += Grid.sizeX()) {
            out[i] = (double) in[i] * in[i];
        }
    }

    @GpuKernel
    static void stridedSums(float[] in, float[] sums) {
        int thread = BlockIdx.x() * BlockDim.x() + ThreadIdx.x();
        if (thread < sums.length) {
            float sum = 0;
            int threads = BlockDim.x() * GridDim.x();
            for (int i = thread; i < in.length; i += threads) {
                sum += in[i];
            }
            sums[thread] = sum;
        }
    }

    @GpuKernel
    static void argumentOfMinimum(float[] in, int width, int[] places, float[] minima) {
        for (int row = 0; row < places.length; row++) {
            int place = 0;
            for (int k = 1; k < width; k++) {
                if (in[row * width + k] < in[row * width + place]) {
                    place = k;
                }
            }
            places[row] = place;
            minima[row] = in[row * width + place];
        }
    }

    /** Mean and variance of rows in one pass, after Welford. */
    @GpuKernel
    static void variance(float[] in, int width, double[] means, double[] variances) {
        for (int row = 0; row < means.length; row++) {
            double mean = 0;
            double squares = 0;
            for (int k = 0; k < width; k++) {
                double delta = in[row * width + k] - mean;
                mean += delta / (k + 1);
                squares += delta * (in[row * width + k] - mean);
            }
            means[row] = mean;
            variances[row] = squares / width;
        }
    }

    /** Whether all, any and an odd number of a row's elements are set. */
    @GpuKernel
    static void flags(boolean[] in, int width, boolean[] all, boolean[] any, boolean[] odd) {
        for (int row = 0; row < all.length; row++) {
            boolean conjunction = true;
            boolean disjunction = false;
            boolean parity = false;
            for (int k = row * width; k < row * width + width; k++) {
                conjunction &= in[k];
                disjunction |= in[k];
                parity ^= in[k];
            }
            all[row] = conjunction;
            any[row] = disjunction;
            odd[row] = parity;
        }
    }

    /** The largest sum of neighbouring elements of each row, after Kadane. */
    @GpuKernel
    static void maximumSubarray(int[] in, int width, long[] out) {
        int row = Grid.x();
        if (row < out.length) {
            long best = Long.MIN_VALUE;
            long ending = 0;
            for (int k = 0; k < width; k++) {
                ending = Math.max(ending, 0) + in[row * width + k];
                best = Math.max(best, ending);
            }
            out[row] = best;
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.grid("prefixSums", 21, () -> List.of(ints(200, 1, -50, 50), 10, new int[21]));
        kernels.grid("addOffsets", 100, () -> List.of(ints(100, 2, -50, 50), 10, ints(10, 3, 0, 100)));
        kernels.grid("histogram", 12, () -> List.of(Seeded.bytes(12 * 30, 4), 30, new int[12 * BINS]));
        kernels.grid("stridedSquares", 40, () -> List.of(floats(300, 5, -9, 9), new double[300]));
        kernels.grid("stridedSums", 40, () -> List.of(floats(300, 6, -9, 9), new float[40]));
        kernels.loop("argumentOfMinimum", () -> List.of(floats(300, 7, -1, 1), 10, new int[30], new float[30]));
        kernels.loop("variance", () -> List.of(floats(300, 8, -1, 1), 10, new double[30], new double[30]));
        kernels.loop(
                "flags", () -> List.of(Seeded.booleans(120, 9), 3, new boolean[40], new boolean[40], new boolean[40]));
        kernels.grid("maximumSubarray", 30, () -> List.of(ints(300, 10, -10, 10), 10, new long[30]));
    }
}
