package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Sequential;
import java.util.Arrays;

/** Methods on matrices as Java libraries have them: rows of arrays, results, and checks of what is passed. */
final class MatrixMethods {
    private MatrixMethods() {}

    @GpuKernel
    static double[][] multiply(double[][] a, double[][] b) {
        if (a[0].length != b.length) {
            throw new IllegalArgumentException("inner dimensions differ");
        }
        int m = a.length;
        int n = b[0].length;
        int inner = b.length;
        double[][] product = new double[m][n];
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < inner; k++) {
                    sum += a[i][k] * b[k][j];
                }
                product[i][j] = sum;
            }
        }
        return product;
    }

    @GpuKernel
    static double[] operate(double[][] a, double[] x) {
        if (a == null || x == null) {
            throw new NullPointerException("nothing to multiply");
        }
        double[] y = new double[a.length];
        for (int row = 0; row < a.length; row++) {
            double sum = 0;
            for (int i = 0; i < x.length; i++) {
                sum += a[row][i] * x[i];
            }
            y[row] = sum;
        }
        return y;
    }

    @GpuKernel
    static double[][] transpose(double[][] a) {
        double[][] t = new double[a[0].length][a.length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[0].length; j++) {
                t[j][i] = a[i][j];
            }
        }
        return t;
    }

    @GpuKernel
    static double[][] add(double[][] a, double[][] b) {
        if (a.length != b.length || a[0].length != b[0].length) {
            throw new IllegalArgumentException("matrices of different sizes");
        }
        double[][] c = new double[a.length][a[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[i].length; j++) {
                c[i][j] = a[i][j] + b[i][j];
            }
        }
        return c;
    }

    @GpuKernel
    static void scale(double[][] a, double factor) {
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[i].length; j++) {
                a[i][j] *= factor;
            }
        }
    }

    @GpuKernel
    static double[][] identity(int n) {
        double[][] one = new double[n][n];
        for (int i = 0; i < n; i++) {
            one[i][i] = 1.0;
        }
        return one;
    }

    @GpuKernel
    static double trace(double[][] a) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i][i];
        }
        return sum;
    }

    @GpuKernel
    static double frobenius(double[][] a) {
        double sum = 0;
        for (double[] row : a) {
            for (double value : row) {
                sum += value * value;
            }
        }
        return Math.sqrt(sum);
    }

    @GpuKernel
    static double rowNorm(double[][] a) {
        double norm = 0;
        for (int i = 0; i < a.length; i++) {
            double sum = 0;
            for (int j = 0; j < a[i].length; j++) {
                sum += Math.abs(a[i][j]);
            }
            norm = Math.max(norm, sum);
        }
        return norm;
    }

    @GpuKernel
    static double[][] outer(double[] u, double[] v) {
        double[][] product = new double[u.length][v.length];
        for (int i = 0; i < u.length; i++) {
            for (int j = 0; j < v.length; j++) {
                product[i][j] = u[i] * v[j];
            }
        }
        return product;
    }

    @GpuKernel
    static double[] column(double[][] a, int j) {
        double[] column = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            column[i] = a[i][j];
        }
        return column;
    }

    @GpuKernel
    static void setColumn(double[][] a, int j, double[] column) {
        for (int i = 0; i < column.length; i++) {
            a[i][j] = column[i];
        }
    }

    @GpuKernel
    static double[][] part(double[][] a, int top, int bottom, int left, int right) {
        if (top > bottom || left > right) {
            throw new IllegalArgumentException("an empty part");
        }
        double[][] part = new double[bottom - top + 1][right - left + 1];
        for (int i = top; i <= bottom; i++) {
            for (int j = left; j <= right; j++) {
                part[i - top][j - left] = a[i][j];
            }
        }
        return part;
    }

    @GpuKernel
    static boolean isSymmetric(double[][] a, double tolerance) {
        for (int i = 0; i < a.length; i++) {
            for (int j = i + 1; j < a.length; j++) {
                if (Math.abs(a[i][j] - a[j][i]) > tolerance) {
                    return false;
                }
            }
        }
        return true;
    }

    @GpuKernel
    static void decompose(double[][] a) {
        int n = a.length;
        for (int k = 0; k < n; k++) {
            for (int i = k + 1; i < n; i++) {
                a[i][k] /= a[k][k];
                for (int j = k + 1; j < n; j++) {
                    a[i][j] -= a[i][k] * a[k][j];
                }
            }
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // as people write it
    record Factors(double[][] lower, double[][] upper) {}

    /** Without pivots. */
    @GpuKernel
    static Factors factors(double[][] a) {
        int n = a.length;
        double[][] lower = new double[n][n];
        double[][] upper = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                upper[i][j] = a[i][j];
            }
        }
        for (int k = 0; k < n; k++) {
            lower[k][k] = 1;
            for (int i = k + 1; i < n; i++) {
                double factor = upper[i][k] / upper[k][k];
                lower[i][k] = factor;
                for (int j = k; j < n; j++) {
                    upper[i][j] -= factor * upper[k][j];
                }
            }
        }
        return new Factors(lower, upper);
    }

    @GpuKernel
    static void shortestPaths(int[][] distance) {
        int n = distance.length;
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    if (i != k && j != k && distance[i][k] + distance[k][j] < distance[i][j]) {
                        distance[i][j] = distance[i][k] + distance[k][j];
                    }
                }
            }
        }
    }

    @GpuKernel
    static double[][] distances(double[][] points) {
        int n = points.length;
        double[][] d = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < points[i].length; k++) {
                    double difference = points[i][k] - points[j][k];
                    sum += difference * difference;
                }
                d[i][j] = Math.sqrt(sum);
            }
        }
        return d;
    }

    @GpuKernel
    static float[] flatten(float[][] a) {
        int columns = a.length == 0 ? 0 : a[0].length;
        float[] flat = new float[a.length * columns];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < columns; j++) {
                flat[i * columns + j] = a[i][j];
            }
        }
        return flat;
    }

    @GpuKernel
    static float[][] unflatten(float[] flat, int rows, int columns) {
        if (flat.length != rows * columns) {
            throw new IllegalArgumentException("not so many elements");
        }
        float[][] a = new float[rows][columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                a[i][j] = flat[i * columns + j];
            }
        }
        return a;
    }

    @GpuKernel
    static double[][] copy(double[][] a) {
        double[][] copy = new double[a.length][];
        for (int i = 0; i < a.length; i++) {
            copy[i] = a[i].clone();
        }
        return copy;
    }

    @GpuKernel
    static double[][] hilbert(int n) {
        double[][] h = new double[n][];
        for (int i = 0; i < n; i++) {
            double[] row = new double[n];
            for (int j = 0; j < n; j++) {
                row[j] = 1.0 / (i + j + 1);
            }
            h[i] = row;
        }
        return h;
    }

    /** By Gauss and Jordan, with the greatest element of a column as its pivot. */
    @GpuKernel
    static double[][] inverse(double[][] a) {
        int n = a.length;
        double[][] left = a.clone();
        double[][] right = new double[n][];
        for (int i = 0; i < n; i++) {
            left[i] = a[i].clone();
            right[i] = new double[n];
            right[i][i] = 1;
        }
        for (int k = 0; k < n; k++) {
            int pivot = k;
            double most = Math.abs(left[k][k]);
            for (int i = k + 1; i < n; i++) {
                double size = Math.abs(left[i][k]);
                if (size > most) {
                    most = size;
                    pivot = i;
                }
            }
            if (most == 0) {
                throw new ArithmeticException("matrix is singular");
            }
            for (int j = 0; j < n; j++) {
                double l = left[k][j];
                left[k][j] = left[pivot][j];
                left[pivot][j] = l;
                double r = right[k][j];
                right[k][j] = right[pivot][j];
                right[pivot][j] = r;
            }
            double by = left[k][k];
            for (int j = 0; j < n; j++) {
                left[k][j] /= by;
                right[k][j] /= by;
            }
            for (int i = 0; i < n; i++) {
                if (i != k) {
                    double factor = left[i][k];
                    for (int j = 0; j < n; j++) {
                        left[i][j] -= factor * left[k][j];
                        right[i][j] -= factor * right[k][j];
                    }
                }
            }
        }
        return right;
    }

    /** Factors in place of the matrix, with the row that each row was and the number of swaps behind. */
    @GpuKernel
    static int[] decomposeWithPivots(double[][] a, double tolerance) {
        int n = a.length;
        int[] rows = new int[n + 1];
        for (int i = 0; i <= n; i++) {
            rows[i] = i;
        }
        for (int i = 0; i < n; i++) {
            double max = 0;
            int best = i;
            for (int k = i; k < n; k++) {
                double value = Math.abs(a[k][i]);
                if (value > max) {
                    max = value;
                    best = k;
                }
            }
            if (max < tolerance) {
                throw new ArithmeticException("matrix is singular");
            }
            if (best != i) {
                int j = rows[i];
                rows[i] = rows[best];
                rows[best] = j;
                double[] row = a[i];
                a[i] = a[best];
                a[best] = row;
                rows[n]++;
            }
            for (int j = i + 1; j < n; j++) {
                a[j][i] /= a[i][i];
                for (int k = i + 1; k < n; k++) {
                    a[j][k] -= a[j][i] * a[i][k];
                }
            }
        }
        return rows;
    }

    private static void swap(double[][] a, int i, int j) {
        double[] row = a[i];
        a[i] = a[j];
        a[j] = row;
    }

    private static void swap(double[] v, int i, int j) {
        double element = v[i];
        v[i] = v[j];
        v[j] = element;
    }

    /** Gaussian elimination. */
    @GpuKernel
    static double[] solve(double[][] a, double[] b) {
        int n = b.length;
        for (int p = 0; p < n; p++) {
            int max = p;
            double largest = Math.abs(a[p][p]);
            for (int i = p + 1; i < n; i++) {
                double value = Math.abs(a[i][p]);
                if (value > largest) {
                    largest = value;
                    max = i;
                }
            }
            swap(a, p, max);
            swap(b, p, max);
            if (largest <= 1e-10) {
                throw new ArithmeticException("matrix is singular");
            }
            for (int i = p + 1; i < n; i++) {
                double alpha = a[i][p] / a[p][p];
                b[i] -= alpha * b[p];
                for (int j = p; j < n; j++) {
                    a[i][j] -= alpha * a[p][j];
                }
            }
        }
        double[] x = new double[n];
        for (@Sequential int i = n - 1; i >= 0; i--) {
            double sum = 0;
            for (@Sequential int j = i + 1; j < n; j++) {
                sum += a[i][j] * x[j];
            }
            x[i] = (b[i] - sum) / a[i][i];
        }
        return x;
    }

    @GpuKernel
    static double determinant(double[][] a) {
        int n = a.length;
        double determinant = 1;
        for (int k = 0; k < n; k++) {
            int best = k;
            double largest = Math.abs(a[k][k]);
            for (int i = k + 1; i < n; i++) {
                double value = Math.abs(a[i][k]);
                if (value > largest) {
                    largest = value;
                    best = i;
                }
            }
            if (largest == 0) {
                return 0;
            }
            if (best != k) {
                double[] row = a[k];
                a[k] = a[best];
                a[best] = row;
                determinant = -determinant;
            }
            determinant *= a[k][k];
            for (int i = k + 1; i < n; i++) {
                double factor = a[i][k] / a[k][k];
                for (int j = k + 1; j < n; j++) {
                    a[i][j] -= factor * a[k][j];
                }
            }
        }
        return determinant;
    }

    @GpuKernel
    static double[][] padded(double[][] matrix, int columns) {
        double[][] result = new double[matrix.length][columns];
        for (int i = 0; i < matrix.length; i++) {
            result[i] = Arrays.copyOf(matrix[i], columns);
        }
        return result;
    }
}
