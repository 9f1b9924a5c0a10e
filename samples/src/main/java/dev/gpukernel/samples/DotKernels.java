package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;

/** The inner product of two vectors: a loop that comes to one number. */
final class DotKernels {
    private DotKernels() {}

    @GpuKernel
    static float dot(float[] x, float[] y) {
        float sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i] * y[i];
        }
        return sum;
    }
}
