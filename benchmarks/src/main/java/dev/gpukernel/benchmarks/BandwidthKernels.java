package dev.gpukernel.benchmarks;

import dev.gpukernel.GpuKernel;

/** Plain loops that do hardly more than move memory. */
final class BandwidthKernels {
    private BandwidthKernels() {}

    @GpuKernel
    static void add(float[] x, float[] y, float[] z) {
        for (int i = 0; i < z.length; i++) {
            z[i] = x[i] + y[i];
        }
    }

    @GpuKernel
    static void saxpy(float a, float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = a * x[i] + y[i];
        }
    }

    @GpuKernel
    static void scale(float a, float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = a * x[i];
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
