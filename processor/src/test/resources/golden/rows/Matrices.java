package com.acme;

import dev.gpukernel.GpuKernel;

final class Matrices {
    /**
     * Scales in place.
     *
     * @param a rows of one length
     */
    @GpuKernel
    static void scale(double[][] a, double by) {
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[i].length; j++) {
                a[i][j] *= by;
            }
        }
    }

    /** On a device it has one launcher with the other. */
    @GpuKernel
    static void scale(double[] a, double by) {
        for (int i = 0; i < a.length; i++) {
            a[i] *= by;
        }
    }

    @GpuKernel
    static float[][] outer(float[] u, float[] v) {
        float[][] product = new float[u.length][v.length];
        for (int i = 0; i < u.length; i++) {
            for (int j = 0; j < v.length; j++) {
                product[i][j] = u[i] * v[j];
            }
        }
        return product;
    }
}
