package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static int fill(int[] a) {
        return a[Grid.x()];
    }
}
