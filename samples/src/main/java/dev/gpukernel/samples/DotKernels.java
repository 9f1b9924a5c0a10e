package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;

/** The inner product of two vectors: a loop that comes to one number. */
public final class DotKernels {
    private DotKernels() {}

    @GpuKernel
    public static float dot(float[] x, float[] y) {
        float sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i] * y[i];
        }
        return sum;
    }
}
