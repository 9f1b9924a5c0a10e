package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static void chosen(int n, float[] a, float[] b) {
        float[] one = n > 3 ? a : b;
        Block.sync();
        one[Grid.x()] = 1;
    }
}
