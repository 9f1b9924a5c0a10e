package com.acme;

import dev.gpukernel.GpuKernel;

final class Ops {
    private final int[] a = new int[10];
    private int count;

    @GpuKernel
    void fill(int from) {
        count++;
        for (int i = 0; i < a.length; i++) {
            a[i + from] = i;
            System.out.println(i);
        }
    }
}
