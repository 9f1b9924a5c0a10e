package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static void surrounded(int[] a, int[] b) {
        b[0] = 1;
        for (int i = 0; i < a.length; i++) {
            a[i] = 1;
        }
        b[1] = 2;
    }
}
