package com.acme;

import dev.gpukernel.GpuKernel;

final class Decompositions {
    record Stats(double mean, double deviation) {}

    record Halves(float[] low, float[][] rows, Stats stats) {}

    record Sums(Stats[] all, Stats total) {}

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

    /** Arrays of records in a record. */
    @GpuKernel
    static Sums sums(Stats[] stats) {
        Stats[] all = new Stats[stats.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Stats(2 * stats[i].mean(), stats[i].deviation());
        }
        return new Sums(all, new Stats(all.length, 0));
    }
}
