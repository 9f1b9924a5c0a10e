package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static void fill(
            int[] a,
            java.util.List<Float> b,
            Thread c) {
        a[Grid.x()] = 1;
    }
}
