package com.acme;

import dev.gpukernel.GpuKernel;

final class Ops {
    private final int[] a = new int[10];
    private final String[] names = {"a"};

    @GpuKernel
    void fill() {
        for (int i = 0; i < a.length; i++) {
            a[i] = names.length;
        }
    }
}
