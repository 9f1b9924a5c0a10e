package dev.gpukernel.benchmarks;

import java.util.Arrays;

/** What grid kernels of the samples do, as one would write it in plain Java for one core. */
final class PlainJava {
    private PlainJava() {}

    static void transpose(float[] in, float[] out, int side) {
        for (int row = 0; row < side; row++) {
            for (int column = 0; column < side; column++) {
                out[column * side + row] = in[row * side + column];
            }
        }
    }

    static void reduce(int[] in, long[] sum, int[] extremes) {
        long ownSum = 0;
        int min = extremes[0];
        int max = extremes[1];
        for (int value : in) {
            ownSum += value;
            min = Math.min(min, value);
            max = Math.max(max, value);
        }
        sum[0] += ownSum;
        extremes[0] = min;
        extremes[1] = max;
    }

    static void histogram(byte[] pixels, int[] counts) {
        for (byte pixel : pixels) {
            counts[pixel & 0xff]++;
        }
    }

    /** Adds in the order of the kernels, but goes along the rows of both matrices, as caches like it. */
    static void multiply(float[] a, float[] b, float[] c, int n) {
        Arrays.fill(c, 0);
        for (int row = 0; row < n; row++) {
            for (int k = 0; k < n; k++) {
                float left = a[row * n + k];
                for (int column = 0; column < n; column++) {
                    c[row * n + column] += left * b[k * n + column];
                }
            }
        }
    }
}
