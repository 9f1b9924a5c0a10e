package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    static final java.util.List<Integer> LIST = new java.util.ArrayList<>();

    @GpuKernel
    static void counted(int[] a) {
        a[Grid.x()] = Thread.MAX_PRIORITY;
        System.err.println(a[0]);
        LIST.add(1);
        System.out.println(a[0]);
    }
}
