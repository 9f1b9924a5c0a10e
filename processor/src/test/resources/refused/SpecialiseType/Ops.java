package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Specialise;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static void scale(int[] a, @Specialise int[] factors) {
        a[Grid.x()] *= factors[0];
    }
}
