package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

/** Kernels that every backend must run. */
public final class ContractKernels {
    private ContractKernels() {}

    @GpuKernel
    static void addLoop(float[] a, float[] b, float[] c) {
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] + b[i];
        }
    }

    @GpuKernel
    static void addGrid(float[] a, float[] b, float[] c) {
        int i = Grid.x();
        if (i < c.length) {
            c[i] = a[i] + b[i];
        }
    }

    @GpuKernel
    static void scalarsLoop(int i, long l, float f, double d, int[] is, long[] ls, float[] fs, double[] ds) {
        for (int k = 0; k < is.length; k++) {
            is[k] = i + k;
            ls[k] = l + k;
            fs[k] = f + k;
            ds[k] = d + k;
        }
    }

    @GpuKernel
    static void scalarsGrid(int i, long l, float f, double d, int[] is, long[] ls, float[] fs, double[] ds) {
        int k = Grid.x();
        if (k < is.length) {
            is[k] = i + k;
            ls[k] = l + k;
            fs[k] = f + k;
            ds[k] = d + k;
        }
    }

    @GpuKernel
    static void gather(int[] index, int[] from, int[] to) {
        int i = Grid.x();
        if (i < to.length) {
            to[i] = from[index[i]];
        }
    }

    @GpuKernel
    static void gatherLoop(int[] index, int[] from, int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[index[i]];
        }
    }

    @GpuKernel
    static void divide(int[] a, int[] b, int[] c) {
        int i = Grid.x();
        if (i < c.length) {
            c[i] = a[i] / b[i];
        }
    }

    @GpuKernel
    static void divideLoop(int[] a, int[] b, int[] c) {
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] / b[i];
        }
    }

    @GpuKernel
    static void coordinates(int width, int height, int[] out) {
        int x = Grid.x();
        int y = Grid.y();
        int z = Grid.z();
        if (x < width && y < height) {
            int i = (z * height + y) * width + x;
            if (i < out.length) {
                out[i] = 1 + x + 1000 * y + 1000000 * z;
            }
        }
    }
}
