package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static void thrown(int[] a) {
        int i = Grid.x();
        if (a[i] < 0) {
            throw new IllegalStateException(new RuntimeException());
        }
    }

    @GpuKernel
    static void told(int[] a) {
        int i = Grid.x();
        if (a[i] < 0) {
            throw new IllegalStateException("element " + i + " of " + a.length + ": " + a[i] + a[1] + a[2] + a[3] + a[4]);
        }
    }
}
