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
