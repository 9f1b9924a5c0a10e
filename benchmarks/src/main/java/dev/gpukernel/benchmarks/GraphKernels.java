package dev.gpukernel.benchmarks;

import dev.gpukernel.GpuKernel;

/** Kernels that take as long as a kernel takes at least. */
final class GraphKernels {
    private GraphKernels() {}

    @GpuKernel
    static void step(float factor, float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = factor * x[i] + 1;
        }
    }

    /** Its host launches the same two again and again. */
    @GpuKernel
    static void steps(int steps, float factor, float[] x, float[] y) {
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < x.length; i++) {
                x[i] = factor * x[i] + 1;
            }
            for (int i = 0; i < y.length; i++) {
                y[i] = factor * y[i] + 2;
            }
        }
    }

    /** Its host never launches the same again. */
    @GpuKernel
    static void numberedSteps(int steps, float factor, float[] x, float[] y) {
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < x.length; i++) {
                x[i] = factor * x[i] + step;
            }
            for (int i = 0; i < y.length; i++) {
                y[i] = factor * y[i] + step;
            }
        }
    }

    /** Its host launches the same again and again, and something else after each {@code between} steps. */
    @GpuKernel
    static void brokenSteps(int steps, int between, float factor, float[] x, float[] y) {
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < x.length; i++) {
                x[i] = factor * x[i] + 1;
            }
            if (step % between == 0) {
                for (int i = 0; i < y.length; i++) {
                    y[i] = factor * y[i] + step;
                }
            }
        }
    }
}
