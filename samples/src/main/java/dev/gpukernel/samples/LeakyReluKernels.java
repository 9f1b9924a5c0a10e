package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;

/** The rectifier of neural networks that lets a little of what is negative through. */
public final class LeakyReluKernels {
    private LeakyReluKernels() {}

    @GpuKernel
    public static void leakyRelu(float alpha, float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = x[i] < 0 ? alpha * x[i] : x[i];
        }
    }
}
