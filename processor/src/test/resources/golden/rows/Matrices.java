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
    static float[][][] blend(float[][][] a, float[][][][] b) {
        float[][][] c = new float[a.length][a[0].length][a[0][0].length];
        for (int k = 0; k < c.length; k++) {
            for (int i = 0; i < c[k].length; i++) {
                for (int j = 0; j < c[k][i].length; j++) {
                    c[k][i][j] = a[k][i][j] * b[0][k][i][j];
                }
            }
        }
        return c;
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
