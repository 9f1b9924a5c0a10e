package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Far {
    /** Calls one of two methods, and which only javac can tell. */
    @GpuKernel
    static void wrap(int[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = chosen(1f);
        }
    }

    static int chosen(int i) {
        return Grid.x();
    }

    static int chosen(float f) {
        return 0;
    }
}
