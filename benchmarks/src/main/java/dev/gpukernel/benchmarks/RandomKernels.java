package dev.gpukernel.benchmarks;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Philox;

/** Fills arrays with random numbers. */
final class RandomKernels {
    private RandomKernels() {}

    @GpuKernel
    static void ints(long seed, int[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = Philox.bits(seed, i);
        }
    }

    @GpuKernel
    static void floats(long seed, float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = Philox.uniformFloat(seed, i);
        }
    }

    @GpuKernel
    static void doubles(long seed, double[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = Philox.uniform(seed, i);
        }
    }

    @GpuKernel
    static void normals(long seed, double[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = Philox.normal(seed, i);
        }
    }
}
