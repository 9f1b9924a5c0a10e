package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Sequential;

final class Ops {
    @GpuKernel
    static void convolve(float[] x, float[] weights, float[] y) {
        float last = 0;
        for (int i = 0; i < y.length; i++) {
            float sum = 0;
            for (int k = 0; k < weights.length; k++) {
                sum += weights[k] * x[i + k];
            }
            last = last * last + sum;
            y[i] = last;
        }
    }

    @GpuKernel
    static void eliminate(double[] a, int n) {
        for (int k = 0; k < n; k++) {
            for (int i = k + 1; i < n; i++) {
                a[i] /= a[k];
            }
        }
    }

    @GpuKernel
    static void inOrder(double[] a, int n) {
        for (@Sequential int k = 0; k < n; k++) {
            for (int i = k + 1; i < n; i++) {
                a[i] /= a[k];
            }
        }
    }

    @GpuKernel
    @SuppressWarnings("HostLoop")
    static void silenced(double[] a, int n) {
        for (int k = 0; k < n; k++) {
            for (int i = k + 1; i < n; i++) {
                a[i] /= a[k];
            }
        }
    }

    @GpuKernel
    static void overTime(float[] dt, float[] u, float[] v) {
        for (int t = 0; t < dt.length; t++) {
            for (int i = 1; i < u.length - 1; i++) {
                v[i] = u[i] + dt[t] * (u[i - 1] + u[i + 1]);
            }
            for (int i = 1; i < u.length - 1; i++) {
                u[i] = v[i];
            }
        }
    }

    /** Loops that are exchanged without a word. */
    @GpuKernel
    static void columns(double[] a, int w, int h) {
        for (int y = 1; y < h; y++) {
            for (int x = 0; x < w; x++) {
                a[y * w + x] += a[(y - 1) * w + x];
            }
        }
    }

    /** Which elements are read is known too late. */
    @GpuKernel
    static void lookedUp(double[] a, int[] at, int w, int h) {
        for (int y = 1; y < h; y++) {
            for (int x = 0; x < w; x++) {
                a[y * w + x] = a[(y - 1) * w + x] + at[at[y * w + x]];
            }
        }
    }

    /** Sums of their own in the loop that is parallel. */
    @GpuKernel
    static void summed(double[] a, double[] b, int w, int h) {
        for (int y = 1; y < h; y++) {
            for (int x = 0; x < w; x++) {
                double sum = 0;
                for (int k = 0; k < 9; k++) {
                    sum += b[x + k];
                }
                a[y * w + x] = a[(y - 1) * w + x] + sum;
            }
        }
    }
}
