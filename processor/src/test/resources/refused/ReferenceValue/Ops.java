package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static void references(int[] a, int[][] b) {
        int[] none = null;
        a[Grid.x()] = none[0];
        if (a == b[0]) {
            a[Grid.x()] = 1;
        }
        Object any = a;
        if (any instanceof float[]) {
            a[Grid.x()] = 2;
        }
    }
}
