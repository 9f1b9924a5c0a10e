package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import java.util.Arrays;

/** Kernels that make arrays of two dimensions and return them, or those that they were given. */
public final class MadeRowKernels {
    private MadeRowKernels() {}

    private static int[][] made(int rows, int columns) {
        return new int[rows][columns];
    }

    private static void fill(int[] row, int with) {
        for (int j = 0; j < row.length; j++) {
            row[j] += with * j;
        }
    }

    @GpuKernel
    public static int[][] table(int rows, int columns) {
        int[][] table = made(rows, columns);
        for (int i = 0; i < table.length; i++) {
            for (int j = 0; j < table[i].length; j++) {
                table[i][j] = i * 1_000 + j;
            }
        }
        return table;
    }

    @GpuKernel
    public static int[][] empty(int rows, int columns) {
        int[][] none = new int[rows][columns];
        for (int i = 0; i < rows - 1_000_000; i++) {
            none[i][0] = i;
        }
        return none;
    }

    @GpuKernel
    public static int[][] given(int[][] a, int by) {
        for (int[] row : a) {
            for (int j = 0; j < row.length; j++) {
                row[j] += by;
            }
        }
        return a;
    }

    /** One of three, of different sizes. */
    @GpuKernel
    public static int[][] oneOf(int[][] a, int which, int n) {
        if (which == 0) {
            return a;
        }
        int[][] wide = new int[2][n];
        for (int j = 0; j < n; j++) {
            wide[1][j] = j;
        }
        if (which == 1) {
            return wide;
        }
        int[][] high = new int[n][2];
        for (int i = 0; i < n; i++) {
            high[i][1] = wide[1][i] + a.length;
        }
        return high;
    }

    @GpuKernel
    public static double[][] constant(double[] x) {
        double[][] square = new double[2][3];
        for (int i = 0; i < x.length; i++) {
            x[i] += 1;
        }
        square[1][2] = x.length;
        square[0][0] = x.length > 0 ? x[0] : -1;
        return square;
    }

    @GpuKernel
    public static int[][] written(int[] x) {
        int[][] numbers = {{1, 2, 3}, {4, 5, 6}};
        for (int i = 0; i < x.length; i++) {
            x[i] = i;
        }
        numbers[1][0] = x.length;
        return numbers;
    }

    /** Rows in each step, of which the last ones are returned. */
    @GpuKernel
    public static long[][] steps(long[] x, int steps) {
        long sum = 0;
        for (int step = 1; step <= steps; step++) {
            long[][] pairs = new long[x.length][step];
            for (int i = 0; i < x.length; i++) {
                pairs[i][step - 1] = x[i] * step;
            }
            for (int i = 0; i < x.length; i++) {
                sum += pairs[i][step - 1];
            }
        }
        long[][] result = new long[1][1];
        result[0][0] = sum;
        return result;
    }

    /** Running sums along rows, then along columns. */
    @GpuKernel
    public static int[][] sums(int[][] a) {
        int[][] sums = new int[a.length][a.length == 0 ? 0 : a[0].length];
        for (int i = 0; i < a.length; i++) {
            int sum = 0;
            for (int j = 0; j < a[i].length; j++) {
                sum += a[i][j];
                sums[i][j] = sum;
            }
        }
        for (int i = 1; i < sums.length; i++) {
            for (int j = 0; j < sums[i].length; j++) {
                sums[i][j] += sums[i - 1][j];
            }
        }
        return sums;
    }

    /** What passes is put into rows of two. */
    @GpuKernel
    public static int[][] pairs(int[] x) {
        int[] places = new int[x.length];
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] % 3 == 0) {
                places[n++] = i;
            }
        }
        int[][] pairs = new int[n][2];
        for (int k = 0; k < n; k++) {
            pairs[k][0] = places[k];
            pairs[k][1] = x[places[k]];
        }
        return pairs;
    }

    @GpuKernel
    public static int[][] counts(int[] actual, int[] expected, int classes) {
        int[][] counts = new int[classes][classes];
        for (int i = 0; i < actual.length; i++) {
            counts[actual[i]][expected[i]]++;
        }
        return counts;
    }

    @GpuKernel
    public static byte[][] failing(int[][] a, int limit) {
        byte[][] result = new byte[a.length][4];
        for (int i = 0; i < a.length; i++) {
            if (a[i][0] > limit) {
                throw new IllegalStateException("too much");
            }
            a[i][1] = i;
            result[i][i & 3] = (byte) a[i][0];
        }
        return result;
    }

    /** A row as an argument of a method, and one that is read back by the host. */
    @GpuKernel
    public static int[][] filled(int rows, int columns, int[] last) {
        int[][] a = new int[rows][columns];
        for (int i = 0; i < rows; i++) {
            fill(a[i], i);
        }
        last[0] = rows > 0 && columns > 0 ? a[rows - 1][columns - 1] : -1;
        return a;
    }

    /** Prints, so that a CPU runs the method itself. */
    @GpuKernel
    public static int[][] printed(int[][] a, boolean same) {
        int[][] other = new int[a.length][3];
        for (int i = 0; i < a.length; i++) {
            System.out.println(i);
            other[i][2] = a[i][0];
            a[i][0] = i;
        }
        if (same) {
            return a;
        }
        return other;
    }

    @GpuKernel
    public static boolean[][] search(int[][] a, int key) {
        boolean[][] found = new boolean[a.length][1];
        for (int i = 0; i < a.length; i++) {
            if (a[i][0] == key) {
                return found;
            }
            found[i][0] = true;
        }
        return new boolean[0][7];
    }

    /** Rows are copied as arrays are. */
    @GpuKernel
    static void smoothed(int[][] a) {
        for (int[] row : a) {
            int[] before = row.clone();
            for (int j = 1; j < row.length - 1; j++) {
                row[j] = before[j - 1] + before[j] + before[j + 1];
            }
        }
    }

    @GpuKernel
    static void shifted(int[][] a, int[][] b, int by) {
        for (int i = 0; i < a.length; i++) {
            System.arraycopy(a[i], by, b[a.length - 1 - i], 0, a[i].length - by);
            System.arraycopy(a[i], 0, a[i], by, a[i].length - by);
        }
    }

    @GpuKernel
    static long[] lengthened(int[][] a, int length, int value) {
        long[] sums = new long[a.length];
        for (int i = 0; i < a.length; i++) {
            int[] longer = Arrays.copyOf(a[i], length);
            Arrays.fill(a[i], value);
            for (int v : longer) {
                sums[i] = 31 * sums[i] + v;
            }
            sums[i] += Arrays.equals(a[i], longer) ? 1 : 0;
        }
        return sums;
    }

    @SuppressWarnings("ArrayRecordComponent") // as people write it
    record Parts(int[][] all, Half half, int[] last) {}

    @SuppressWarnings("ArrayRecordComponent") // as people write it
    record Half(int[][] rows, long sum) {}

    /** One that was passed or is made, and one that is there twice. */
    @GpuKernel
    static Parts parts(int[][] a, int which) {
        int[][] made = new int[a.length][3];
        int[] last = new int[a.length];
        long sum = 0;
        for (int i = 0; i < a.length; i++) {
            int[] row = i % 2 == 0 ? a[i] : made[i];
            for (int j = 0; j < row.length; j++) {
                row[j] += which;
                sum += row[j];
            }
            last[i] = row[row.length - 1];
        }
        return new Parts(which > 3 ? a : made, new Half(which > 5 ? a : made, sum), last);
    }

    /** Outside of parallel loops. */
    @GpuKernel
    static int[] firstDoubled(int[][] a) {
        int[] first = a[0].clone();
        for (int j = 0; j < first.length; j++) {
            first[j] *= 2;
        }
        System.arraycopy(first, 0, a[a.length - 1], 0, first.length);
        return first;
    }
}
