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
}
