package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Scaling {
    @GpuKernel
    static void scaleAll(float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] *= 2;
        }
    }

    @GpuKernel
    static void scaleAll(float[] x, float factor) {
        for (int i = 0; i < x.length; i++) {
            x[i] *= factor;
        }
    }

    @GpuKernel
    static void scaleAll(float[] x, int factor) {
        x[Grid.x()] *= factor;
    }
}
