package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Sequential;

/** Plain loops over arrays of two dimensions. */
public final class RowKernels {
    private RowKernels() {}

    @GpuKernel
    public static void product(double[][] a, double[][] b, double[][] c) {
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
    public static void transpose(float[][] a, float[][] t) {
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[0].length; j++) {
                t[j][i] = a[i][j];
            }
        }
    }

    /** A stencil, rows in locals. */
    @GpuKernel
    public static void stencil(double[][] a, double[][] b) {
        for (int i = 1; i < a.length - 1; i++) {
            double[] above = a[i - 1];
            double[] below = a[i + 1];
            double[] row = b[i];
            for (int j = 1; j < row.length - 1; j++) {
                row[j] = (above[j] + below[j] + a[i][j - 1] + a[i][j + 1]) * 0.25;
            }
        }
    }

    @GpuKernel
    public static void scale(int[][] a, int s) {
        for (int[] row : a) {
            for (int j = 0; j < row.length; j++) {
                row[j] *= s;
            }
        }
    }

    private static long sum(long[] row) {
        long sum = 0;
        for (long v : row) {
            sum += v;
        }
        return sum;
    }

    /** A row as argument of a method. */
    @GpuKernel
    public static void rowSums(long[][] a, long[] sums) {
        for (int i = 0; i < a.length; i++) {
            sums[i] = sum(a[i]);
        }
    }

    @GpuKernel
    public static void columnSums(short[][] a, int[] sums) {
        for (int j = 0; j < sums.length; j++) {
            int sum = 0;
            for (int i = 0; i < a.length; i++) {
                sum += a[i][j];
            }
            sums[j] = sum;
        }
    }

    /** Rows of which one sets others: a triangle. */
    @GpuKernel
    public static void mirror(float[][] a) {
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < i; j++) {
                a[j][i] = a[i][j];
            }
        }
    }

    /** A reduction over all. */
    @GpuKernel
    public static long total(byte[][] a) {
        long sum = 0;
        for (byte[] row : a) {
            for (byte v : row) {
                sum += v;
            }
        }
        return sum;
    }

    /** A running sum along each row. */
    @GpuKernel
    public static void runAlong(int[][] a) {
        for (int i = 0; i < a.length; i++) {
            for (int j = 1; j < a[i].length; j++) {
                a[i][j] += a[i][j - 1];
            }
        }
    }

    /** A running sum down each column: rows one after another. */
    @GpuKernel
    public static void runDown(int[][] a) {
        for (int i = 1; i < a.length; i++) {
            for (int j = 0; j < a[i].length; j++) {
                a[i][j] += a[i - 1][j];
            }
        }
    }

    /** One row, chosen by a number from elsewhere. */
    @GpuKernel
    public static void gather(char[][] a, int[] which, char[][] b) {
        for (int i = 0; i < b.length; i++) {
            for (int j = 0; j < b[i].length; j++) {
                b[i][j] = a[which[i]][j];
            }
        }
    }

    @GpuKernel
    public static void histogram(int[][] image, int[] counts) {
        for (int i = 0; i < image.length; i++) {
            for (int j = 0; j < image[i].length; j++) {
                counts[image[i][j]]++;
            }
        }
    }

    @GpuKernel
    public static int positives(int[][] a, int[] out) {
        int n = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i][0] > 0) {
                out[n++] = a[i][0];
            }
        }
        return n;
    }

    @GpuKernel
    public static int firstNegative(int[][] a) {
        for (int i = 0; i < a.length; i++) {
            if (a[i][0] < 0) {
                return i;
            }
        }
        return -1;
    }

    /** Time steps with two arrays that change places. */
    @GpuKernel
    public static void diffuse(double[][] a, double[][] b, int steps) {
        double[][] from = a;
        double[][] to = b;
        for (int t = 0; t < steps; t++) {
            for (int i = 1; i < from.length - 1; i++) {
                for (int j = 1; j < from[i].length - 1; j++) {
                    to[i][j] = (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]) * 0.25;
                }
            }
            double[][] other = from;
            from = to;
            to = other;
        }
    }

    /** A row that is copied as a whole, and rows into which others are. */
    @GpuKernel
    public static void copied(int[][] a, int[] sums) {
        int[] first = a[0].clone();
        System.arraycopy(a[1], 0, a[0], 1, 3);
        System.arraycopy(sums, 0, a[2], 0, sums.length);
        for (int i = 0; i < first.length; i++) {
            sums[i] += first[i];
        }
    }

    @GpuKernel
    public static void invert(boolean[][] a) {
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[i].length; j++) {
                a[i][j] = !a[i][j];
            }
        }
    }

    /** Bounds that are numbers of their own, so that indices may be out of range. */
    @GpuKernel
    public static void fill(int[][] a, int rows, int columns, int by) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                a[i][j] = by / (i + j - 7);
            }
        }
    }

    /** A histogram in a row, of what is in another one of the same array. */
    @GpuKernel
    public static void histogramInARow(int[][] a, int[] x) {
        int[] bins = a[2];
        int[] by = a[3];
        for (int i = 0; i < x.length; i++) {
            bins[(x[i] + by[i]) & 3]++;
        }
    }

    /** Both ends of a row at once, after a loop in its order that ends where they begin. */
    @GpuKernel
    public static void bothEndsAfterALoopInOrder(int[][] a, int count) {
        int[] kept = a[0];
        int[] row = a[1];
        for (@Sequential int i = 1; i <= count - 1; i++) {
            kept[i] ^= kept[i / 2];
        }
        for (int i = 0; i <= count / 2 - 1; i++) {
            row[i] += 3;
            row[count - 1 - i] *= 2;
        }
    }

    /** Rows of the same array take turns, from one that takes none. */
    @GpuKernel
    public static void rowsInTurn(int[][] a, int steps, int offset, int count) {
        int[] from = a[1];
        int[] to = a[2];
        int[] next = a[3];
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < count; i++) {
                to[i] = from[(i + offset) % 9] + step;
            }
            int[] kept = to;
            to = next;
            next = kept;
        }
    }

    /** One of the rows that take turns is also the one that is read, after some steps. */
    @GpuKernel
    public static void threeRowsInTurn(int[][] a, int steps, int count) {
        int[] from = a[0];
        int[] to = a[2];
        int[] next = a[3];
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < count; i++) {
                to[i] = from[i] - step;
            }
            int[] kept = from;
            from = to;
            to = next;
            next = kept;
        }
    }

    /** Rows, after a loop that is there for each of two arrays. */
    @GpuKernel
    public static void rowsAfterAChoice(int[][] a, int[] x, int[] y, int which, int offset, int count) {
        int[] from = which > 5 ? x : y;
        int[] one = a[1];
        int[] other = a[2];
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += from[i];
        }
        for (int i = 0; i < count; i++) {
            one[i * 2 + offset] = sum;
            other[i] += from[i];
        }
    }

    /** Throws in any case, once its loops are done. */
    @GpuKernel
    public static void alwaysThrown(int[][] a, int by) {
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[i].length; j++) {
                a[i][j] /= by - 1;
            }
        }
        int j = 0;
        do {
            a[0][j] += j;
            j++;
        } while (j < a[0].length);
        throw new IllegalStateException("after " + by);
    }

    /** Throws on a way with loops, in a step. */
    @GpuKernel
    public static int thrownInAStep(int[][] a, int[] x, int steps) {
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < x.length; i++) {
                x[i] += a[0][i] + step;
            }
            if (x[0] > 9) {
                int sum = 0;
                for (int i = 0; i < x.length; i++) {
                    sum += x[i];
                    x[i] = -1;
                }
                for (int i = 0; i < a.length; i++) {
                    a[i][1] = sum;
                }
                if (sum > 0) {
                    throw new ArithmeticException("more than " + sum);
                }
                throw new IllegalArgumentException();
            }
        }
        return steps;
    }

    /** What a filter keeps is in a row, and where it was in another. */
    @GpuKernel
    public static int keptInRows(int[][] a, int[] x, int by) {
        int kept = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > by) {
                a[1][kept] = x[i];
                a[2][kept++] = i;
            }
        }
        return kept;
    }

    /** Each iteration keeps two numbers in a row of its own and one that is chosen, at columns that no other has. */
    @GpuKernel
    public static void pairsInRows(int[][] a, int[] x, int by) {
        int kept = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] % 3 != 0) {
                a[i % 2][kept] += x[i];
                a[by][kept + 1] -= i;
                kept += 2;
            }
        }
        a[0][0] = kept;
    }

    /** Throws in any case, after a loop that may end early, or in a loop. */
    @GpuKernel
    public static void thrownAfterABreak(int[][] a, int[] x, int by) {
        for (int i = 0; i < x.length; i++) {
            if (x[i] == by) {
                break;
            }
            x[i] += a[0][i];
        }
        for (int step = 0; step < by; step++) {
            for (int i = 0; i < x.length; i++) {
                if (x[i] > 20) {
                    throw new IllegalStateException("in " + i);
                }
                x[i] += a[1][i];
            }
        }
        throw new IllegalStateException("after " + x[0]);
    }
}
