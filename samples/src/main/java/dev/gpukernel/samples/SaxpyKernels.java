package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;

/** A multiple of one vector added to another. */
public final class SaxpyKernels {
    private SaxpyKernels() {}

    @GpuKernel
    public static void saxpy(float a, float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = a * x[i] + y[i];
        }
    }
}
