package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

/** Loops over rows of several lengths. */
public final class RaggedKernels {
    private RaggedKernels() {}

    /** A sparse matrix, of whose rows only what is not 0 is there, times a vector. */
    @GpuKernel
    public static void times(double[][] values, int[][] columns, double[] x, double[] y) {
        for (int i = 0; i < values.length; i++) {
            double sum = 0;
            for (int j = 0; j < values[i].length; j++) {
                sum += values[i][j] * x[columns[i][j]];
            }
            y[i] = sum;
        }
    }

    @GpuKernel
    public static void scale(float[][] a, float by) {
        for (float[] row : a) {
            for (int j = 0; j < row.length; j++) {
                row[j] *= by;
            }
        }
    }

    @GpuKernel
    public static int[] lengths(byte[][] a) {
        int[] lengths = new int[a.length];
        for (int i = 0; i < a.length; i++) {
            lengths[i] = a[i].length;
        }
        return lengths;
    }

    /** Each row in its order. */
    @GpuKernel
    public static long[][] sums(long[][] a) {
        for (int i = 0; i < a.length; i++) {
            for (int j = 1; j < a[i].length; j++) {
                a[i][j] += a[i][j - 1];
            }
        }
        return a;
    }

    /** Of each row something that depends on its neighbours, which may be shorter. */
    @GpuKernel
    public static void below(int[][] a, int[][] b) {
        for (int i = 0; i < a.length - 1; i++) {
            for (int j = 0; j < a[i].length; j++) {
                b[i][j] = a[i][j] - (j < a[i + 1].length ? a[i + 1][j] : 0);
            }
        }
    }

    /** What is beside a row's end is Java's exception. */
    @GpuKernel
    public static void first(char[][] a, char[] firsts) {
        for (int i = 0; i < a.length; i++) {
            firsts[i] = a[i][0];
        }
    }

    /** Rows to a table, which lengths are known of. */
    @GpuKernel
    public static short[][] padded(short[][] a, int columns) {
        short[][] table = new short[a.length][columns];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[i].length; j++) {
                table[i][j] = a[i][j];
            }
        }
        return table;
    }

    @GpuKernel
    public static int longest(boolean[][] a) {
        int longest = 0;
        for (int i = 0; i < a.length; i++) {
            longest = Math.max(longest, a[i].length);
        }
        return longest;
    }

    @GpuKernel
    public static long total(int[][] a) {
        long sum = 0;
        for (int[] row : a) {
            for (int v : row) {
                sum += v;
            }
        }
        return sum;
    }

    /** Loops of which the host knows the first row's length. */
    @GpuKernel
    public static void spread(int[][] a, int[] out) {
        if (a.length > 1) {
            for (int j = 0; j < a[1].length; j++) {
                out[j] += a[1][j];
            }
            System.arraycopy(a[0], 0, out, 0, a[0].length);
        }
    }

    /** A row from the row above, which the host launches one after another. */
    @GpuKernel
    public static void pascal(int[][] a) {
        for (int i = 1; i < a.length; i++) {
            for (int j = 1; j < Math.min(a[i].length, a[i - 1].length); j++) {
                a[i][j] = a[i - 1][j - 1] + a[i - 1][j];
            }
        }
    }

    /** Planes of several sizes. */
    @GpuKernel
    public static void fill(int[][][] a, int by) {
        for (int k = 0; k < a.length; k++) {
            for (int i = 0; i < a[k].length; i++) {
                for (int j = 0; j < a[k][i].length; j++) {
                    a[k][i][j] = a[k][i][j] * by + k * 100 + i * 10 + j;
                }
            }
        }
    }

    @GpuKernel
    public static void counted(int[][][] a, int[] rows, int[] elements) {
        for (int k = 0; k < a.length; k++) {
            int[][] plane = a[k];
            int sum = 0;
            for (int[] row : plane) {
                sum += row.length;
            }
            rows[k] = plane.length;
            elements[k] = sum;
        }
    }

    @GpuKernel
    public static void inGrid(int[][] a, int[] sums) {
        int i = Grid.x();
        if (i < a.length) {
            int sum = 0;
            for (int j = 0; j < a[i].length; j++) {
                a[i][j]++;
                sum += a[i][j];
            }
            sums[i] = sum;
        }
    }
}
