package dev.gpukernel.benchmarks;

import dev.gpukernel.GpuKernel;

/** Plain loops with running values, loops that keep some elements, and histograms, beside loops that only copy. */
final class ScanKernels {
    private ScanKernels() {}

    @GpuKernel
    static void copy(int[] x, int[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = x[i];
        }
    }

    @GpuKernel
    static void scanInts(int[] x, int[] y) {
        int sum = 0;
        for (int i = 0; i < y.length; i++) {
            sum += x[i];
            y[i] = sum;
        }
    }

    @GpuKernel
    static void scanFloats(float[] x, float[] y) {
        float sum = 0;
        for (int i = 0; i < y.length; i++) {
            sum += x[i];
            y[i] = sum;
        }
    }

    /** Nobody asks how many it keeps. */
    @GpuKernel
    static void keep(int[] x, int[] kept) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                kept[n++] = x[i];
            }
        }
    }

    @GpuKernel
    static int compact(int[] x, int[] kept) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                kept[n++] = x[i];
            }
        }
        return n;
    }

    @GpuKernel
    static void countBytes(byte[] x, int[] bins) {
        for (int i = 0; i < x.length; i++) {
            bins[x[i] & 0xFF]++;
        }
    }

    @GpuKernel
    static void countInts(int[] x, int[] bins) {
        for (int i = 0; i < x.length; i++) {
            bins[x[i] & 0xFFFF]++;
        }
    }
}
