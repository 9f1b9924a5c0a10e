package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import java.util.Objects;

/** Kernels for slices of arrays: plain loops and grid kernels, of integers but for the last ones. */
final class SliceKernels {
    private static final int TILE = 64;

    private SliceKernels() {}

    @GpuKernel
    static void scale(int factor, int[] from, int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = factor * from[i] + i;
        }
    }

    @GpuKernel
    static void scaleGrid(int factor, int[] from, int[] to) {
        int i = Grid.x();
        if (i < to.length) {
            to[i] = factor * from[i] + i;
        }
    }

    /** Turns tiles around in shared memory. */
    @GpuKernel(blockSize = TILE)
    static void turn(int[] from, int[] to) {
        int[] tile = Shared.ints(TILE);
        int i = Grid.x();
        tile[ThreadIdx.x()] = i < from.length ? from[i] : 0;
        Block.sync();
        if (i < to.length) {
            to[i] = tile[TILE - 1 - ThreadIdx.x()];
        }
    }

    @GpuKernel
    static void shift(int[] from, int[] to) {
        for (int i = 1; i < to.length; i++) {
            to[i] = from[i - 1];
        }
    }

    @GpuKernel
    static int sum(int[] x) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
        }
        return sum;
    }

    @GpuKernel
    static void running(int[] x, int[] sums) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
            sums[i] = sum;
        }
    }

    @GpuKernel
    static void count(int[] x, int[] bins) {
        for (int i = 0; i < x.length; i++) {
            bins[x[i] & 7]++;
        }
    }

    /** Loops that the host repeats, with elements that it moves between. */
    @GpuKernel
    static void steps(int[] x, int[] y, int steps) {
        for (int t = 0; t < steps; t++) {
            for (int i = 0; i < y.length; i++) {
                y[i] = 3 * x[i] + y[i];
            }
            x[0] = y[y.length - 1] + t;
            for (int i = 0; i < x.length; i++) {
                x[i] += y[i];
            }
        }
    }

    /** Each iteration reads and writes pairs, which begin at multiples of two in the slice, and anywhere in the whole. */
    @GpuKernel
    static int pairs(int[] from, int[] to) {
        int sum = 0;
        for (int i = 0; i < to.length / 2; i++) {
            to[2 * i] = from[2 * i] - from[2 * i + 1];
            to[2 * i + 1] = from[2 * i];
        }
        for (int i = 0; i < to.length / 2; i++) {
            sum += to[2 * i] * to[2 * i + 1];
        }
        return sum;
    }

    @GpuKernel
    static void increase(int[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i]++;
        }
    }

    @GpuKernel
    static int[] increment(int[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i]++;
        }
        return x;
    }

    @GpuKernel
    static void addAll(int[] x, int[] weights, int[] to) {
        Objects.requireNonNull(to);
        for (int i = 0; i < to.length; i++) {
            to[i] += weights == null ? x[i] : x[i] * weights[i];
        }
    }

    @GpuKernel
    static void mix(byte[] bytes, short[] shorts, char[] chars, float[] floats, long[] longs, double[] doubles) {
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (shorts[i] + i);
            shorts[i] = (short) (chars[i] - bytes[i]);
            chars[i] = (char) (chars[i] + 3);
            floats[i] = floats[i] / 3 + shorts[i];
            longs[i] = longs[i] * 31 + bytes[i];
            doubles[i] = doubles[i] * floats[i] - longs[i];
        }
    }

    @GpuKernel
    static float dot(float[] x, float[] y) {
        float sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i] * y[i];
        }
        return sum;
    }
}
