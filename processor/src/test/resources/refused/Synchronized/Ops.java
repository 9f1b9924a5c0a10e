package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static void locked(int[] a) {
        synchronized (a) {
            a[Grid.x()] = 1;
        }
    }

    @GpuKernel
    static synchronized void lockedWhole(int[] a) {
        a[Grid.x()] = 1;
    }
}
