package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;

final class Ops {
    private static final int SIDE = 128;

    @GpuKernel
    static void tile(float[] a) {
        float[][] tile = Shared.floats(2 * SIDE, 2 * SIDE);
        a[Grid.x()] = tile[0][0];
    }

    @GpuKernel
    static void tiles(float[] a) {
        a[Grid.x()] = plane(0) + plane(1) + plane(2) + plane(3);
    }

    private static float plane(int row) {
        float[][] plane = Shared.floats(SIDE, SIDE);
        return plane[row][0];
    }
}
