package dev.gpukernel.benchmarks;

import dev.gpukernel.GpuKernel;

/** The same loops over arrays of two dimensions and over flat ones. */
final class RowsKernels {
    private RowsKernels() {}

    @GpuKernel
    static void productOfRows(double[][] a, double[][] b, double[][] c) {
        for (int i = 0; i < c.length; i++) {
            for (int j = 0; j < c[i].length; j++) {
                double sum = 0;
                for (int k = 0; k < b.length; k++) {
                    sum += a[i][k] * b[k][j];
                }
                c[i][j] = sum;
            }
        }
    }

    @GpuKernel
    static void flatProduct(int n, double[] a, double[] b, double[] c) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[i * n + k] * b[k * n + j];
                }
                c[i * n + j] = sum;
            }
        }
    }

    @GpuKernel
    static void transposeOfRows(float[][] in, float[][] out) {
        for (int i = 0; i < out.length; i++) {
            for (int j = 0; j < out[i].length; j++) {
                out[i][j] = in[j][i];
            }
        }
    }

    @GpuKernel
    static void flatTranspose(int n, float[] in, float[] out) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                out[i * n + j] = in[j * n + i];
            }
        }
    }

    @GpuKernel
    static void scaleRows(float factor, float[][] in, float[][] out) {
        for (int i = 0; i < out.length; i++) {
            for (int j = 0; j < out[i].length; j++) {
                out[i][j] = factor * in[i][j];
            }
        }
    }

    @GpuKernel
    static void scale(float factor, float[] in, float[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = factor * in[i];
        }
    }

    @GpuKernel
    static void convolutionOfRows(float[][] weights, float[][] in, float[][] out) {
        for (int i = 0; i < out.length; i++) {
            for (int j = 0; j < out[i].length; j++) {
                float sum = 0;
                for (int k = 0; k < weights.length; k++) {
                    for (int m = 0; m < weights[k].length; m++) {
                        sum += weights[k][m] * in[i + k][j + m];
                    }
                }
                out[i][j] = sum;
            }
        }
    }

    @GpuKernel
    static void flatConvolution(int n, int taps, float[] weights, float[] in, float[] out) {
        int w = n + taps - 1;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                float sum = 0;
                for (int k = 0; k < taps; k++) {
                    for (int m = 0; m < taps; m++) {
                        sum += weights[k * taps + m] * in[(i + k) * w + j + m];
                    }
                }
                out[i * n + j] = sum;
            }
        }
    }
}
