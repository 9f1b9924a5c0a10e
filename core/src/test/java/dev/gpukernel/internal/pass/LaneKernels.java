package dev.gpukernel.internal.pass;

import dev.gpukernel.GpuKernel;

/** Reductions of many elements. */
final class LaneKernels {
    private LaneKernels() {}

    @GpuKernel
    static void product(int[] x, int[] y, long[] out) {
        long sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += (long) x[i] * y[i];
        }
        out[0] = sum;
    }

    @GpuKernel
    static void backwards(int[] x, int n, int offset, int[] out) {
        int bits = 0;
        for (int i = n - 1; i >= 0; i--) {
            bits ^= x[i + offset] >>> (i & 7);
        }
        out[0] = bits;
    }

    @GpuKernel
    static void between(int[] x, int from, int to, int[] out) {
        int bits = 0;
        for (int i = from; i < to; i++) {
            bits ^= x[i] >>> (i & 7);
        }
        out[0] = bits;
    }

    @GpuKernel
    static void positive(int[] x, int[] y, int[] out) {
        int sum = 0;
        int count = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                sum += y[i];
                count++;
            }
        }
        out[0] = sum;
        out[1] = count;
    }

    @GpuKernel
    static void greatest(int[] x, int[] out) {
        int best = Integer.MIN_VALUE;
        int where = -1;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > best) {
                best = x[i];
                where = i;
            }
        }
        out[0] = best;
        out[1] = where;
    }

    /** No element is loaded before its index is known to be in range. */
    @GpuKernel
    static void gathered(int[] x, int[] index, int[] out) {
        int sum = 0;
        for (int i = 0; i < index.length; i++) {
            sum += x[index[i]];
        }
        out[0] = sum;
    }

    /** The index wraps around between the first and the last iteration of a lane. */
    @GpuKernel
    static void wrapping(int[] x, int n, int[] out) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += x[i * (1 << 20)];
        }
        out[0] = sum;
    }

    @GpuKernel
    static void writes(int[] x, int[] y, int[] out) {
        int sum = 0;
        for (int i = 0; i < y.length; i++) {
            y[i] = x[i] + 1;
            sum += x[i];
        }
        out[0] = sum;
    }
}
