package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static void listed(int[] a) {
        java.util.List<Integer> list = new java.util.ArrayList<>();
        list.add(a[Grid.x()]);
        int[] own = new int[a.length];
        own[0] = 1;
    }
}
