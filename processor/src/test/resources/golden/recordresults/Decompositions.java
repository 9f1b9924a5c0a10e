package com.acme;

import dev.gpukernel.GpuKernel;

final class Decompositions {
    record Stats(double mean, double deviation) {}

    record Halves(float[] low, float[][] rows, Stats stats) {}

    /** Mean and deviation. */
    @GpuKernel
    static Stats stats(long[] x) {
        long sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
        }
        return new Stats((double) sum / x.length, 0);
    }

    @GpuKernel
    static Halves halves(float[] x) {
        float[] low = new float[x.length / 2];
        for (int i = 0; i < low.length; i++) {
            low[i] = x[i];
        }
        return new Halves(low, new float[2][low.length], new Stats(0, 0));
    }
}
