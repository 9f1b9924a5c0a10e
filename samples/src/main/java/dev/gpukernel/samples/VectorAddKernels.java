package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

/** The sum of two vectors, in both forms that a kernel can have. */
public final class VectorAddKernels {
    private VectorAddKernels() {}

    @GpuKernel
    public static void addLoop(float[] a, float[] b, float[] c) {
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] + b[i];
        }
    }

    @GpuKernel
    public static void addGrid(float[] a, float[] b, float[] c) {
        int i = Grid.x();
        if (i < c.length) {
            c[i] = a[i] + b[i];
        }
    }
}
