package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    static final int[] TABLE = {1, 2, 3};

    @GpuKernel
    static void written(int[] a) {
        TABLE[0] = a[Grid.x()];
    }
}
