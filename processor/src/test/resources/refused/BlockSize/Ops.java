package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel(blockSize = 2048)
    static void fill(int[] a) {
        a[Grid.x()] = 1;
    }
}
