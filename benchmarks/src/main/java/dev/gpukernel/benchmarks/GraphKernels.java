package dev.gpukernel.benchmarks;

import dev.gpukernel.GpuKernel;

/** A kernel that takes as long as a kernel takes at least. */
final class GraphKernels {
    private GraphKernels() {}

    @GpuKernel
    static void step(float factor, float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = factor * x[i] + 1;
        }
    }
}
