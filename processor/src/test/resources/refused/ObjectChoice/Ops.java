package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    record Pair(int first, int second) {}

    record Single(int only) {}

    @GpuKernel
    static void chosen(int[] a) {
        int i = Grid.x();
        Object pair = i > 3 ? new Pair(1, 2) : new Single(1);
        a[i] = 1;
    }
}
