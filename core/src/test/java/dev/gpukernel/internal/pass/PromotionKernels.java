package dev.gpukernel.internal.pass;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Parallel;

/** Loops that update an element again and again, and that load what they stored or loaded before. */
final class PromotionKernels {
    private PromotionKernels() {}

    @GpuKernel
    static void rows(int n, int[] a, int[] x, int[] y) {
        for (int i = 0; i < y.length; i++) {
            for (int j = 0; j < n; j++) {
                y[i] += a[i * n + j] * x[j];
            }
        }
    }

    @GpuKernel
    static void sometimes(int n, int[] x, byte[] y) {
        for (int i = 0; i < y.length; i++) {
            for (int j = 0; j < n; j++) {
                if ((x[j] & 1 << (i & 7)) != 0) {
                    y[i] += (byte) x[j];
                }
            }
        }
    }

    @GpuKernel
    static void untilZero(int n, int[] x, long[] y) {
        for (int i = 0; i < y.length; i++) {
            for (int j = 0; j < n; j++) {
                if (x[j] == 0) {
                    break;
                }
                y[i] = y[i] * 31 + x[j];
            }
        }
    }

    /** Both arrays may be the same one. */
    @GpuKernel
    static void ofItself(int n, int[] x, int[] y) {
        for (@Parallel int i = 0; i < y.length; i++) {
            for (int j = 0; j < n; j++) {
                y[i] = y[i] * 3 + x[i];
            }
        }
    }

    @GpuKernel
    static void triangle(int steps, int[] x, int[] y) {
        for (int i = 0; i < y.length; i++) {
            int[] v = new int[80];
            for (int k = 0; k < 80; k++) {
                v[k] = x[i] * k + k;
            }
            for (int step = steps; step > 0; step--) {
                for (int k = 0; k < step; k++) {
                    v[k] = 5 * v[k + 1] - 3 * v[k];
                }
            }
            y[i] = v[0];
        }
    }

    /** Of 32 rounds, each takes two of four elements. */
    @GpuKernel
    static void picked(int[] key, int[] x, int[] y) {
        for (int i = 0; i < y.length; i++) {
            int a = x[i];
            int sum = 0;
            for (int round = 0; round < 32; round++) {
                a += (a << 4 ^ a >>> 5) ^ (sum + key[sum & 3]);
                sum += 0x9e3779b9;
                a ^= sum + key[sum >>> 11 & 3];
            }
            y[i] = a;
        }
    }

    @GpuKernel
    static void twoArrays(int n, int[] x, int[] y) {
        for (int i = 0; i < y.length; i++) {
            int[] v = new int[70];
            int[] w = new int[70];
            for (int k = 0; k < n; k++) {
                v[k] = x[i] + k;
                w[k + 1] = v[k] * 7;
                v[k + 1] = w[k + 1] ^ v[k];
                w[k] = v[k + 1] + w[k + 1] - v[k];
            }
            y[i] = v[n] + 5 * w[n - 1];
        }
    }
}
