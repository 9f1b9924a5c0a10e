package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static void down(int[] a) {
        for (int i = a.length - 1; i >= 0; i--) {
            a[i] = 1;
        }
    }
}
