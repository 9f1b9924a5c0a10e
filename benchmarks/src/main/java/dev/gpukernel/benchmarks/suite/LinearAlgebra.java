package dev.gpukernel.benchmarks.suite;

import dev.gpukernel.GpuKernel;

/** Products, factorisations and solvers of PolyBench's kinds; matrices are stored by rows. */
final class LinearAlgebra {
    private LinearAlgebra() {}

    @GpuKernel
    static void gemm(int n, float alpha, float beta, float[] a, float[] b, float[] c) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                float sum = beta * c[i * n + j];
                for (int k = 0; k < n; k++) {
                    sum += alpha * a[i * n + k] * b[k * n + j];
                }
                c[i * n + j] = sum;
            }
        }
    }

    @GpuKernel
    static void mm2(int n, double[] a, double[] b, double[] c, double[] tmp, double[] d) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[i * n + k] * b[k * n + j];
                }
                tmp[i * n + j] = sum;
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += tmp[i * n + k] * c[k * n + j];
                }
                d[i * n + j] += sum;
            }
        }
    }

    @GpuKernel
    static void atax(int m, int n, float[] a, float[] x, float[] tmp, float[] y) {
        for (int i = 0; i < m; i++) {
            float sum = 0;
            for (int j = 0; j < n; j++) {
                sum += a[i * n + j] * x[j];
            }
            tmp[i] = sum;
        }
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int i = 0; i < m; i++) {
                sum += a[i * n + j] * tmp[i];
            }
            y[j] = sum;
        }
    }

    @GpuKernel
    static void bicg(int m, int n, double[] a, double[] p, double[] r, double[] q, double[] s) {
        for (int i = 0; i < m; i++) {
            double sum = 0;
            for (int j = 0; j < n; j++) {
                sum += a[i * n + j] * p[j];
            }
            q[i] = sum;
        }
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int i = 0; i < m; i++) {
                sum += r[i] * a[i * n + j];
            }
            s[j] = sum;
        }
    }

    @GpuKernel
    static void mvt(int n, float[] a, float[] x1, float[] x2, float[] y1, float[] y2) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                x1[i] += a[i * n + j] * y1[j];
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                x2[i] += a[j * n + i] * y2[j];
            }
        }
    }

    @GpuKernel
    static void gemver(
            int n,
            double alpha,
            double beta,
            double[] a,
            double[] u1,
            double[] v1,
            double[] u2,
            double[] v2,
            double[] x,
            double[] y,
            double[] z,
            double[] w) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i * n + j] += u1[i] * v1[j] + u2[i] * v2[j];
            }
        }
        for (int i = 0; i < n; i++) {
            double sum = x[i];
            for (int j = 0; j < n; j++) {
                sum += beta * a[j * n + i] * y[j];
            }
            x[i] = sum + z[i];
        }
        for (int i = 0; i < n; i++) {
            double sum = w[i];
            for (int j = 0; j < n; j++) {
                sum += alpha * a[i * n + j] * x[j];
            }
            w[i] = sum;
        }
    }

    @GpuKernel
    static void gesummv(int n, float alpha, float beta, float[] a, float[] b, float[] x, float[] y) {
        for (int i = 0; i < n; i++) {
            float first = 0;
            float second = 0;
            for (int j = 0; j < n; j++) {
                first += a[i * n + j] * x[j];
                second += b[i * n + j] * x[j];
            }
            y[i] = alpha * first + beta * second;
        }
    }

    @GpuKernel
    static void syrk(int n, int m, float alpha, float beta, float[] a, float[] c) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                float sum = c[i * n + j] * beta;
                for (int k = 0; k < m; k++) {
                    sum += alpha * a[i * m + k] * a[j * m + k];
                }
                c[i * n + j] = sum;
            }
        }
    }

    @GpuKernel
    static void syr2k(int n, int m, double alpha, double[] a, double[] b, double[] c) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = c[i * n + j];
                for (int k = 0; k < m; k++) {
                    sum += a[j * m + k] * alpha * b[i * m + k] + b[j * m + k] * alpha * a[i * m + k];
                }
                c[i * n + j] = sum;
            }
        }
    }

    @GpuKernel
    static void trmm(int n, float alpha, float[] a, float[] b, float[] c) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                float sum = b[i * n + j];
                for (int k = i + 1; k < n; k++) {
                    sum += a[k * n + i] * b[k * n + j];
                }
                c[i * n + j] = alpha * sum;
            }
        }
    }

    @GpuKernel
    static void symm(int n, float alpha, float beta, float[] a, float[] b, float[] c) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                float sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += (k <= i ? a[i * n + k] : a[k * n + i]) * b[k * n + j];
                }
                c[i * n + j] = beta * c[i * n + j] + alpha * sum;
            }
        }
    }

    @GpuKernel
    static void doitgen(int r, int q, int p, float[] a, float[] c4, float[] sum) {
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < q; j++) {
                for (int k = 0; k < p; k++) {
                    float value = 0;
                    for (int s = 0; s < p; s++) {
                        value += a[(i * q + j) * p + s] * c4[s * p + k];
                    }
                    sum[(i * q + j) * p + k] = value;
                }
            }
        }
    }

    @GpuKernel
    static void covariance(int n, int m, double[] data, double[] mean, double[] cov) {
        for (int j = 0; j < m; j++) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += data[i * m + j];
            }
            mean[j] = sum / n;
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                data[i * m + j] -= mean[j];
            }
        }
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < m; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += data[k * m + i] * data[k * m + j];
                }
                cov[i * m + j] = sum / (n - 1.0);
            }
        }
    }

    @GpuKernel
    static void correlation(int n, int m, float[] data, float[] mean, float[] deviation, float[] corr) {
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int i = 0; i < n; i++) {
                sum += data[i * m + j];
            }
            mean[j] = sum / n;
        }
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int i = 0; i < n; i++) {
                float d = data[i * m + j] - mean[j];
                sum += d * d;
            }
            float root = (float) Math.sqrt(sum / n);
            deviation[j] = root <= 0.1f ? 1 : root;
        }
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < m; j++) {
                float sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += (data[k * m + i] - mean[i]) * (data[k * m + j] - mean[j]);
                }
                corr[i * m + j] = i == j ? 1 : sum / (n * deviation[i] * deviation[j]);
            }
        }
    }

    /** All columns behind column k become orthogonal to it, whose length is 1. */
    @GpuKernel
    static void gramschmidtStep(int n, int m, int k, double[] q, double[] a, double[] r) {
        for (int j = k + 1; j < m; j++) {
            double product = 0;
            for (int i = 0; i < n; i++) {
                product += q[i * m + k] * a[i * m + j];
            }
            r[k * m + j] = product;
            for (int i = 0; i < n; i++) {
                a[i * m + j] -= q[i * m + k] * product;
            }
        }
    }

    @GpuKernel
    static void luStep(int n, int k, double[] a) {
        for (int i = k + 1; i < n; i++) {
            for (int j = k + 1; j < n; j++) {
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
            }
        }
    }

    @GpuKernel
    static void choleskyStep(int n, int k, float[] a) {
        for (int i = k + 1; i < n; i++) {
            for (int j = k + 1; j <= i; j++) {
                a[i * n + j] -= a[i * n + k] * a[j * n + k];
            }
        }
    }

    @GpuKernel
    static void gaussian(int n, int k, float[] a, float[] b, float[] factor) {
        for (int i = k + 1; i < n; i++) {
            factor[i] = a[i * n + k] / a[k * n + k];
        }
        for (int i = k + 1; i < n; i++) {
            for (int j = k + 1; j < n; j++) {
                a[i * n + j] -= factor[i] * a[k * n + j];
            }
        }
        for (int i = k + 1; i < n; i++) {
            b[i] -= factor[i] * b[k];
        }
    }

    /** Solves L x = b for many right sides, one in each column. */
    @GpuKernel
    static void trisolv(int n, int columns, double[] l, double[] b, double[] x) {
        for (int c = 0; c < columns; c++) {
            for (int i = 0; i < n; i++) {
                double sum = b[i * columns + c];
                for (int j = 0; j < i; j++) {
                    sum -= l[i * n + j] * x[j * columns + c];
                }
                x[i * columns + c] = sum / l[i * n + i];
            }
        }
    }

    /** Thomas' algorithm for many tridiagonal systems, one in each column: a sweep of ADI. */
    @GpuKernel
    static void thomas(int n, int columns, float lower, float main, float upper, float[] d, float[] c, float[] x) {
        for (int j = 0; j < columns; j++) {
            c[j] = upper / main;
            x[j] = d[j] / main;
            for (int i = 1; i < n; i++) {
                float scale = 1 / (main - lower * c[(i - 1) * columns + j]);
                c[i * columns + j] = upper * scale;
                x[i * columns + j] = (d[i * columns + j] - lower * x[(i - 1) * columns + j]) * scale;
            }
            for (int i = n - 2; i >= 0; i--) {
                x[i * columns + j] -= c[i * columns + j] * x[(i + 1) * columns + j];
            }
        }
    }

    @GpuKernel
    static void complexGemv(int n, float[] re, float[] im, float[] xre, float[] xim, float[] yre, float[] yim) {
        for (int i = 0; i < n; i++) {
            float sumRe = 0;
            float sumIm = 0;
            for (int j = 0; j < n; j++) {
                float a = re[j * n + i];
                float b = im[j * n + i];
                sumRe += a * xre[j] - b * xim[j];
                sumIm += a * xim[j] + b * xre[j];
            }
            yre[i] = sumRe;
            yim[i] = sumIm;
        }
    }
}
