package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Atomic;

final class Ops {
    @GpuKernel
    static void surrounded(int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] = 1;
        }
        Atomic.add(b, 0, 1);
    }
}
