package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static void recursive(int[] a) {
        a[Grid.x()] = factorial(a[0]);
    }

    static int factorial(int n) {
        return n < 2 ? 1 : n * factorial(n - 1);
    }
}
