package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Sequential;

/** Kernels that let rows of an array that they make change places, as pivoting does. */
public final class RowSwapKernels {
    private RowSwapKernels() {}

    private static void swap(double[][] a, int i, int j) {
        double[] row = a[i];
        a[i] = a[j];
        a[j] = row;
    }

    /** The factors of a matrix, with the row that each row was. */
    @SuppressWarnings("ArrayRecordComponent") // as people write it
    public record Lu(double[][] lu, int[] pivots) {}

    @GpuKernel
    public static Lu decompose(double[][] a) {
        int n = a.length;
        double[][] lu = new double[n][];
        for (int i = 0; i < n; i++) {
            lu[i] = a[i].clone();
        }
        int[] pivots = new int[n];
        for (int i = 0; i < n; i++) {
            pivots[i] = i;
        }
        for (int k = 0; k < n; k++) {
            int best = k;
            double largest = Math.abs(lu[k][k]);
            for (int i = k + 1; i < n; i++) {
                double value = Math.abs(lu[i][k]);
                if (value > largest) {
                    largest = value;
                    best = i;
                }
            }
            double[] row = lu[k];
            lu[k] = lu[best];
            lu[best] = row;
            int pivot = pivots[k];
            pivots[k] = pivots[best];
            pivots[best] = pivot;
            for (int i = k + 1; i < n; i++) {
                lu[i][k] /= lu[k][k];
                for (int j = k + 1; j < n; j++) {
                    lu[i][j] -= lu[i][k] * lu[k][j];
                }
            }
        }
        return new Lu(lu, pivots);
    }

    @GpuKernel
    public static double[][] swapped(double[][] a, int i, int j) {
        double[][] copy = new double[a.length][a.length == 0 ? 0 : a[0].length];
        for (int k = 0; k < a.length; k++) {
            for (int c = 0; c < a[k].length; c++) {
                copy[k][c] = a[k][c];
            }
        }
        swap(copy, i, j);
        copy[i][0] += 1;
        swap(copy, 0, i + j - j);
        copy[j][0] *= 2;
        return copy;
    }

    @GpuKernel
    public static double[][] rotated(double[][] a, int i, int j, int k) {
        double[][] copy = new double[a.length][a.length == 0 ? 0 : a[0].length];
        for (int r = 0; r < a.length; r++) {
            for (int c = 0; c < a[r].length; c++) {
                copy[r][c] = a[r][c];
            }
        }
        double[] row = copy[i];
        copy[i] = copy[j];
        copy[j] = copy[k];
        copy[k] = row;
        copy[j][0] += 1;
        return copy;
    }

    /** From both ends, by two variables. */
    @GpuKernel
    public static double[][] reversed(double[][] a) {
        double[][] reversed = a.clone();
        for (int i = 0; i < a.length; i++) {
            reversed[i] = a[i].clone();
        }
        for (@Sequential int i = 0; i < a.length / 2; i++) {
            double[] first = reversed[i];
            double[] last = reversed[a.length - 1 - i];
            reversed[i] = last;
            reversed[a.length - 1 - i] = first;
        }
        return reversed;
    }

    /** Each iteration lets rows of its own change places. */
    @GpuKernel
    public static void ownRows(double[][] a, double[] out) {
        for (int i = 0; i < a.length; i++) {
            double[][] own = new double[3][2];
            for (int k = 0; k < 3; k++) {
                own[k][0] = a[i][0] * k;
                own[k][1] = k;
            }
            for (int k = 0; k < 2; k++) {
                if (own[k][0] < own[k + 1][0]) {
                    double[] row = own[k];
                    own[k] = own[k + 1];
                    own[k + 1] = row;
                }
            }
            out[i] = own[0][0] * 100 + own[0][1] * 10 + own[2][1];
        }
    }
}
