package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Linear algebra. */
final class MatrixKernels {
    private static final int SMALL = 4;

    private MatrixKernels() {}

    @GpuKernel
    static void multiply(float[] a, float[] b, float[] c, int n) {
        int column = Grid.x();
        int row = Grid.y();
        if (row < n && column < n) {
            float sum = 0;
            for (int k = 0; k < n; k++) {
                sum += a[row * n + k] * b[k * n + column];
            }
            c[row * n + column] = sum;
        }
    }

    @GpuKernel
    static void multiplyLoop(double[] a, double[] b, double[] c, int rows, int inner, int columns) {
        for (int i = 0; i < rows * columns; i++) {
            int row = i / columns;
            int column = i - row * columns;
            double sum = 0;
            for (int k = 0; k < inner; k++) {
                sum = Math.fma(a[row * inner + k], b[k * columns + column], sum);
            }
            c[i] = sum;
        }
    }

    @GpuKernel
    static void timesVector(float[] matrix, float[] x, float[] y, float alpha, float beta) {
        for (int i = 0; i < y.length; i++) {
            float sum = 0;
            for (int k = 0; k < x.length; k++) {
                sum += matrix[i * x.length + k] * x[k];
            }
            y[i] = alpha * sum + beta * y[i];
        }
    }

    @GpuKernel
    static void transpose(int[] in, int width, int height, int[] out) {
        int x = Grid.x();
        int y = Grid.y();
        if (x >= width || y >= height) {
            return;
        }
        out[x * height + y] = in[y * width + x];
    }

    /** A sparse matrix, its rows one after another, times a vector. */
    @GpuKernel
    static void sparseTimesVector(int[] rowStarts, int[] columns, double[] values, double[] x, double[] y) {
        for (int row = 0; row < y.length; row++) {
            double sum = 0;
            for (int k = rowStarts[row]; k < rowStarts[row + 1]; k++) {
                sum += values[k] * x[columns[k]];
            }
            y[row] = sum;
        }
    }

    /** Fibonacci numbers modulo 2^64 as powers of a matrix, in two-dimensional arrays of the thread's own. */
    @GpuKernel
    static void fibonacci(int[] n, long[] out) {
        int i = Grid.x();
        if (i >= out.length) {
            return;
        }
        long[][] power = new long[2][2];
        long[][] square = new long[2][2];
        power[0][0] = 1;
        power[1][1] = 1;
        square[0][0] = 1;
        square[0][1] = 1;
        square[1][0] = 1;
        for (int e = n[i]; e > 0; e >>= 1) {
            if ((e & 1) != 0) {
                multiplyInto(power, square);
            }
            multiplyInto(square, square);
        }
        out[i] = power[0][1];
    }

    private static void multiplyInto(long[][] a, long[][] b) {
        long p = a[0][0] * b[0][0] + a[0][1] * b[1][0];
        long q = a[0][0] * b[0][1] + a[0][1] * b[1][1];
        long r = a[1][0] * b[0][0] + a[1][1] * b[1][0];
        long s = a[1][0] * b[0][1] + a[1][1] * b[1][1];
        a[0][0] = p;
        a[0][1] = q;
        a[1][0] = r;
        a[1][1] = s;
    }

    /** Determinants by elimination with pivots. */
    @GpuKernel
    static void determinant(double[] matrices, double[] out) {
        int thread = Grid.x();
        if (thread >= out.length) {
            return;
        }
        double[][] m = new double[SMALL][SMALL];
        for (int k = 0; k < SMALL * SMALL; k++) {
            m[k / SMALL][k % SMALL] = matrices[thread * SMALL * SMALL + k];
        }
        double determinant = 1;
        for (int c = 0; c < SMALL && determinant != 0; c++) {
            int pivot = pivot(m, c);
            if (pivot != c) {
                determinant = -determinant;
                for (int k = c; k < SMALL; k++) {
                    double kept = m[c][k];
                    m[c][k] = m[pivot][k];
                    m[pivot][k] = kept;
                }
            }
            determinant *= m[c][c];
            eliminate(m, c);
        }
        out[thread] = determinant;
    }

    private static int pivot(double[][] m, int column) {
        int best = column;
        for (int row = column + 1; row < SMALL; row++) {
            if (Math.abs(m[row][column]) > Math.abs(m[best][column])) {
                best = row;
            }
        }
        return best;
    }

    private static void eliminate(double[][] m, int column) {
        for (int row = column + 1; row < SMALL; row++) {
            double factor = m[row][column] / m[column][column];
            for (int k = column; k < SMALL; k++) {
                m[row][k] -= factor * m[column][k];
            }
        }
    }

    @GpuKernel
    static void outerProduct(byte[] a, byte[] b, short[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = (short) (a[i / b.length] * b[i % b.length]);
        }
    }

    /** One sweep of Jacobi's method. */
    @GpuKernel
    static void jacobi(double[] matrix, double[] right, double[] x, double[] next) {
        int n = right.length;
        for (int row = 0; row < n; row++) {
            double sum = right[row];
            for (int k = 0; k < n; k++) {
                if (k == row) {
                    continue;
                }
                sum -= matrix[row * n + k] * x[k];
            }
            next[row] = sum / matrix[row * n + row];
        }
    }

    /** Factors with pivots of the largest magnitude; rows change places where that is not the diagonal's. */
    @GpuKernel
    static void factorsWithPivots(int n, float[] a, int[] rows) {
        for (int k = 0; k < n; k++) {
            int p = k;
            float best = Math.abs(a[k * n + k]);
            for (int i = k + 1; i < n; i++) {
                float size = Math.abs(a[i * n + k]);
                if (size > best) {
                    best = size;
                    p = i;
                }
            }
            rows[k] = p;
            if (p != k) {
                for (int j = 0; j < n; j++) {
                    float own = a[k * n + j];
                    a[k * n + j] = a[p * n + j];
                    a[p * n + j] = own;
                }
            }
            for (int i = k + 1; i < n; i++) {
                float factor = a[i * n + k] / a[k * n + k];
                a[i * n + k] = factor;
                for (int j = k + 1; j < n; j++) {
                    a[i * n + j] -= factor * a[k * n + j];
                }
            }
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("factorsWithPivots", () -> List.of(17, floats(17 * 17, 31, -1, 1), new int[17]));
        kernels.grid(
                "multiply", 14, 14, () -> List.of(floats(196, 1, -1, 1), floats(196, 2, -1, 1), new float[196], 14));
        kernels.loop(
                "multiplyLoop",
                () -> List.of(doubles(9 * 11, 3, -1, 1), doubles(11 * 7, 4, -1, 1), new double[9 * 7], 9, 11, 7));
        kernels.loop(
                "timesVector",
                () -> List.of(floats(40 * 15, 5, -1, 1), floats(15, 6, -1, 1), floats(40, 7, -1, 1), 1.5f, -0.5f));
        kernels.grid("transpose", 13, 9, () -> List.of(ints(13 * 9, 8), 13, 9, new int[13 * 9]));
        kernels.loop(
                "sparseTimesVector",
                () -> List.of(
                        Seeded.counting(41, 0, 5),
                        ints(200, 9, 0, 50),
                        doubles(200, 10, -1, 1),
                        doubles(50, 11, -1, 1),
                        new double[40]));
        kernels.grid("fibonacci", 60, () -> List.of(Seeded.counting(60, 0, 3), new long[60]));
        kernels.grid("determinant", 40, () -> List.of(doubles(40 * 16, 12, -2, 2), new double[40]));
        kernels.loop("outerProduct", () -> List.of(Seeded.bytes(15, 13), Seeded.bytes(10, 14), new short[150]));
        kernels.loop(
                "jacobi",
                () -> List.of(doubles(400, 15, 1, 2), doubles(20, 16, -1, 1), doubles(20, 17, -1, 1), new double[20]));
    }
}
