package com.acme;

import dev.gpukernel.GpuKernel;

final class Ops {
    @GpuKernel
    static void doubling(int[] a) {
        for (int i = 1; i < a.length; i *= 2) {
            a[i] = 1;
        }
    }
}
