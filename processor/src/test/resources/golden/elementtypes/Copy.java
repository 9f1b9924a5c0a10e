package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

public final class Copy {
    /**
     * Copies.
     *
     * @param n how many
     * @param a from
     * @param b to
     */
    @GpuKernel
    public static void copy(int n, float[] a, float[] b, int[] done) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i];
        }
    }

    @GpuKernel
    static void copy(int n, double[] from, double[] to, int[] done) {
        for (int i = 0; i < n; i++) {
            to[i] = from[i];
        }
    }

    @GpuKernel
    static void copy(int n, float[] from, double[] to, int[] done) {
        for (int i = 0; i < n; i++) {
            to[i] = from[i];
        }
    }

    @GpuKernel
    static void copy(int n, int[] from, int[] to, int[] done) {
        to[Grid.x()] = from[Grid.x()] + n;
    }
}
