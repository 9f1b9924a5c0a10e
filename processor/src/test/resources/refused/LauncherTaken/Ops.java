package com.acme;

import dev.gpukernel.GpuKernel;

final class Ops {
    private final int[] a = new int[10];

    @GpuKernel
    void fill(int value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    @GpuKernel
    static void fill(Ops ops, int value) {
        for (int i = 0; i < ops.a.length; i++) {
            ops.a[i] = value;
        }
    }
}
