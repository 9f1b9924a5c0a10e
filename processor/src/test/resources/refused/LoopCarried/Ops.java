package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static void carried(float[] a, float[] b) {
        float last = 0;
        for (int i = 0; i < a.length; i++) {
            b[i] = last;
            last = 2 * a[i] + last * last;
        }
    }
}
