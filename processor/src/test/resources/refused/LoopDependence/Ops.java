package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static void shifted(int[] a) {
        for (int i = 1; i < a.length; i++) {
            a[i] = 1 - a[i - 1];
        }
    }

    static volatile int counter;

    @GpuKernel
    static void beside(int[] a, int[] b, float[] sums) {
        for (int i = 0; i < b.length; i++) {
            b[i] = counter;
        }
        for (int i = 1; i < a.length; i++) {
            a[i] = 1 - a[i - 1];
        }
        int i = 0;
        while (sums[i] < 10) {
            sums[i] = 1;
            i += a[i];
        }
    }
}
