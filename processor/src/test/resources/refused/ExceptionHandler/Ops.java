package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static void handled(int[] a) {
        int i = Grid.x();
        try {
            a[i] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            a[0] = 2;
        }
    }
}
