package dev.gpukernel.benchmarks.suite;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Parallel;

/** What BabelStream and BLAS 1 measure, and other loops that mostly move memory. */
final class Streams {
    private Streams() {}

    @GpuKernel
    static void copy(double[] a, double[] c) {
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i];
        }
    }

    @GpuKernel
    static void mul(double scalar, double[] b, double[] c) {
        for (int i = 0; i < c.length; i++) {
            b[i] = scalar * c[i];
        }
    }

    @GpuKernel
    static void add(double[] a, double[] b, double[] c) {
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] + b[i];
        }
    }

    @GpuKernel
    static void triad(double scalar, double[] a, double[] b, double[] c) {
        for (int i = 0; i < a.length; i++) {
            a[i] = b[i] + scalar * c[i];
        }
    }

    @GpuKernel
    static void nstream(double scalar, double[] a, double[] b, double[] c) {
        for (int i = 0; i < a.length; i++) {
            a[i] += b[i] + scalar * c[i];
        }
    }

    @GpuKernel
    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    @GpuKernel
    static void saxpy(float a, float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = a * x[i] + y[i];
        }
    }

    @GpuKernel
    static float nrm2(float[] x) {
        float sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i] * x[i];
        }
        return (float) Math.sqrt(sum);
    }

    @GpuKernel
    static int maximum(int[] x) {
        int most = Integer.MIN_VALUE;
        for (int i = 0; i < x.length; i++) {
            most = Math.max(most, x[i]);
        }
        return most;
    }

    @GpuKernel
    static void complexMultiply(float[] x, float[] y, float[] z) {
        for (int i = 0; i < z.length / 2; i++) {
            float a = x[2 * i];
            float b = x[2 * i + 1];
            float c = y[2 * i];
            float d = y[2 * i + 1];
            z[2 * i] = a * c - b * d;
            z[2 * i + 1] = a * d + b * c;
        }
    }

    @GpuKernel
    static void gather(int[] index, float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = x[index[i]];
        }
    }

    @GpuKernel
    static void scatter(int[] index, float[] x, float[] y) {
        for (@Parallel int i = 0; i < x.length; i++) {
            y[index[i]] = x[i];
        }
    }

    @GpuKernel
    static void transpose(int w, int h, float[] in, float[] out) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                out[x * h + y] = in[y * w + x];
            }
        }
    }

    @GpuKernel
    static void rowSums(int rows, int columns, float[] a, float[] sums) {
        for (int i = 0; i < rows; i++) {
            float sum = 0;
            for (int j = 0; j < columns; j++) {
                sum += a[i * columns + j];
            }
            sums[i] = sum;
        }
    }

    @GpuKernel
    static void columnSums(int rows, int columns, float[] a, float[] sums) {
        for (int j = 0; j < columns; j++) {
            float sum = 0;
            for (int i = 0; i < rows; i++) {
                sum += a[i * columns + j];
            }
            sums[j] = sum;
        }
    }

    @GpuKernel
    static void reverse(int[] in, int[] out) {
        for (int i = 0; i < in.length; i++) {
            out[in.length - 1 - i] = in[i];
        }
    }

    @GpuKernel
    static void bytesToFloats(byte[] in, float scale, float[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = (in[i] & 0xff) * scale;
        }
    }

    /** Array of structures to structure of arrays. */
    @GpuKernel
    static void unzip(float[] points, float[] x, float[] y, float[] z) {
        for (int i = 0; i < x.length; i++) {
            x[i] = points[3 * i];
            y[i] = points[3 * i + 1];
            z[i] = points[3 * i + 2];
        }
    }
}
