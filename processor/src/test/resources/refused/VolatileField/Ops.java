package com.acme;

import dev.gpukernel.GpuKernel;

final class Ops {
    private final int[] a = new int[10];
    private volatile int factor = 2;

    @GpuKernel
    void fill() {
        for (int i = 0; i < a.length; i++) {
            a[i] = factor;
        }
    }
}
