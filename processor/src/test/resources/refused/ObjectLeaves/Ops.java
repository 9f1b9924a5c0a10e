package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    static Counter last;

    static final class Counter {
        int count;
    }

    @GpuKernel
    static void leaving(int[] a) {
        Counter counter = new Counter();
        counter.count = a[Grid.x()];
        last = counter;
    }
}
