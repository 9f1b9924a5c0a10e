package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;

/** The sine of a vector. */
public final class SineKernels {
    private SineKernels() {}

    @GpuKernel
    public static void sine(double[] x, double[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = StrictMath.sin(x[i]);
        }
    }
}
