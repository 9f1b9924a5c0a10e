package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    private static final class Inner {
        @GpuKernel
        static void fill(int[] a) {
            a[Grid.x()] = 1;
        }
    }

    static void outer() {
        record Local(int i) {
            @GpuKernel
            static void fill(int[] a) {
                a[Grid.x()] = 1;
            }
        }
    }
}
