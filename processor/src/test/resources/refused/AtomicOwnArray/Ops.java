package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static void counted(int[] a) {
        int[] own = new int[4];
        Atomic.add(own, 0, 1);
        a[Grid.x()] = own[0];
    }
}
