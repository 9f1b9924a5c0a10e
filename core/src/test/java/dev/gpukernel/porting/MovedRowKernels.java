package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Sequential;

/** Kernels that let rows of an array that is passed change places. */
public final class MovedRowKernels {
    private MovedRowKernels() {}

    private static void exchange(double[][] a, int i, int j) {
        double[] row = a[i];
        a[i] = a[j];
        a[j] = row;
    }

    @GpuKernel
    public static void swap(double[][] a, int i, int j) {
        exchange(a, i, j);
    }

    /** Writes before, between and after. */
    @GpuKernel
    public static double[][] swapsBetween(double[][] a, int i, int j) {
        for (int k = 0; k < a.length; k++) {
            for (int c = 0; c < a[k].length; c++) {
                a[k][c] += k;
            }
        }
        exchange(a, i, j);
        for (int k = 0; k < a.length; k++) {
            for (int c = 0; c < a[k].length; c++) {
                a[k][c] *= k + 1;
            }
        }
        exchange(a, 0, j);
        a[j][0] = 99;
        return a;
    }

    @GpuKernel
    public static void three(double[][] a, int i, int j, int k) {
        double[] row = a[i];
        a[i] = a[j];
        a[j] = a[k];
        a[k] = row;
        a[0][0] = -1;
    }

    @GpuKernel
    public static void four(double[][] a, int i, int j, int k) {
        double[] row = a[0];
        a[0] = a[i];
        a[i] = a[j];
        a[j] = a[k];
        a[k] = row;
        a[i][0] = -1;
    }

    @GpuKernel(checked = false)
    public static void threeUnchecked(double[][] a, int i, int j, int k) {
        double[] row = a[i];
        a[i] = a[j];
        a[j] = a[k];
        a[k] = row;
    }

    /** The first row goes to the end, by neighbours that change places. */
    @GpuKernel
    public static void rotate(double[][] a) {
        for (@Sequential int i = 0; i < a.length - 1; i++) {
            double[] row = a[i];
            a[i] = a[i + 1];
            a[i + 1] = row;
        }
    }

    @GpuKernel
    public static void reverse(double[][] a) {
        for (@Sequential int i = 0; i < a.length / 2; i++) {
            double[] first = a[i];
            double[] last = a[a.length - 1 - i];
            a[i] = last;
            a[a.length - 1 - i] = first;
        }
    }

    /** Rows in order of their first elements. */
    @GpuKernel
    public static void sort(double[][] a) {
        for (@Sequential int i = 0; i < a.length; i++) {
            for (@Sequential int k = 0; k < a.length - 1 - i; k++) {
                if (a[k][0] > a[k + 1][0]) {
                    exchange(a, k, k + 1);
                }
            }
        }
    }

    /** Of each pair, in parallel. */
    @GpuKernel
    public static void pairs(double[][] a) {
        for (int i = 0; i < a.length / 2; i++) {
            double[] row = a[2 * i];
            a[2 * i] = a[2 * i + 1];
            a[2 * i + 1] = row;
        }
    }

    /** Throws after rows have changed places, or before. */
    @GpuKernel
    public static void throwing(double[][] a, int i, int j, double[] b) {
        exchange(a, i, j);
        for (int k = 0; k < a.length; k++) {
            b[k] = a[k][0];
        }
        exchange(a, j, 0);
    }

    @GpuKernel
    public static void ofOne(double[][] a, double[][] b, int i, int j) {
        exchange(a, i, j);
        for (int k = 0; k < a.length; k++) {
            for (int c = 0; c < a[k].length; c++) {
                b[k][c] += a[k][c];
            }
        }
    }

    @GpuKernel
    public static void ofBoth(double[][] a, double[][] b, int i, int j) {
        exchange(a, i, j);
        exchange(b, j, 0);
        for (int k = 0; k < a.length; k++) {
            for (int c = 0; c < a[k].length; c++) {
                b[k][c] += a[k][c];
            }
        }
    }

    @GpuKernel
    public static void ofEither(double[][] a, double[][] b, int i, int j) {
        double[][] one = i > j ? a : b;
        exchange(one, i, j);
        one[i][0] = 5;
    }

    @GpuKernel
    public static void printed(double[][] a, int i, int j) {
        exchange(a, i, j);
        for (int k = 0; k < a.length; k++) {
            if (a[k][0] > 1e9) {
                System.out.println(a[k][0]);
            }
            a[k][0] = k;
        }
    }

    @GpuKernel
    public static void ints(int[][] a, int i, int j) {
        int[] row = a[i];
        a[i] = a[j];
        a[j] = row;
    }
}
