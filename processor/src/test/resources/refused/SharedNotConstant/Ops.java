package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;

final class Ops {
    @GpuKernel
    static void staged(int[] a, int n) {
        int[] tile = Shared.ints(n);
        a[Grid.x()] = tile[0];
    }
}
