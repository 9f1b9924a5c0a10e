package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

public final class GridOps {
    @GpuKernel
    public static void add(float[] a, float[] b, float[] c) {
        int i = Grid.x();
        if (i < c.length) {
            c[i] = a[i] + b[i];
        }
    }
}
