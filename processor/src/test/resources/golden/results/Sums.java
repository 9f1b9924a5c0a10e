package com.acme;

import dev.gpukernel.GpuKernel;

final class Sums {
    @GpuKernel
    static double sum(double[] x) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
        }
        return sum;
    }

    @GpuKernel
    static float[] scaled(float factor, float[] x) {
        float[] y = new float[x.length];
        for (int i = 0; i < x.length; i++) {
            y[i] = factor * x[i];
        }
        return y;
    }

    /** There are no arrays, so there is one launcher. */
    @GpuKernel
    static short odd(int n, int seed) {
        short count = 0;
        for (int i = 0; i < n; i++) {
            if ((i * seed & 1) != 0) {
                count++;
            }
        }
        return count;
    }
}
