package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    private final int[] a = new int[10];
    private int count;

    @GpuKernel
    void fill() {
        if (Grid.x() < a.length) {
            a[Grid.x()] = 1;
            count++;
        }
    }
}
