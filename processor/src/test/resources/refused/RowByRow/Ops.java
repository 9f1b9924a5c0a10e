package com.acme;

import dev.gpukernel.GpuKernel;

final class Ops {
    private Ops() {}

    @GpuKernel
    static double[][] triangle(int n) {
        double[][] rows = new double[n][];
        for (int i = 0; i < n; i++) {
            rows[i] = new double[i + 1];
        }
        return rows;
    }
}
