package dev.gpukernel.array;

import dev.gpukernel.GpuKernel;

/** Sums and products in the order that loops have them in. */
final class LoopReductions {
    private LoopReductions() {}

    @GpuKernel
    static void cumSumfloat(float[] x, float[] y) {
        float result = 0;
        for (int i = 0; i < x.length; i++) {
            result += x[i];
            y[i] = result;
        }
    }

    @GpuKernel
    static void cumProdfloat(float[] x, float[] y) {
        float result = 1;
        for (int i = 0; i < x.length; i++) {
            result *= x[i];
            y[i] = result;
        }
    }

    @GpuKernel
    static void cumSumdouble(double[] x, double[] y) {
        double result = 0;
        for (int i = 0; i < x.length; i++) {
            result += x[i];
            y[i] = result;
        }
    }

    @GpuKernel
    static void cumProddouble(double[] x, double[] y) {
        double result = 1;
        for (int i = 0; i < x.length; i++) {
            result *= x[i];
            y[i] = result;
        }
    }
}
