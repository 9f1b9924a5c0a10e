package com.acme;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static void print(int[] a) {
        int i = Grid.x();
        Gpu.printf("%d: %f%n", i, a[i]);
    }
}
