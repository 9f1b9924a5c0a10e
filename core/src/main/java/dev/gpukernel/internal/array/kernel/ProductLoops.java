package dev.gpukernel.internal.array.kernel;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Parallel;

/**
 * Products of matrices as plain loops, for devices without shared memory and for products that are no more than a few rows or columns. Results
 * are those of {@link FloatProduct} and its like.
 */
public final class ProductLoops {
    /** Rows and columns of a square: so many sums fit into registers. */
    private static final int SIDE = 4;

    private ProductLoops() {}

    /** Computes squares of {@link #SIDE} rows and columns of the products, one an iteration. */
    @GpuKernel
    static void squares(
            float[] left,
            float[] right,
            float[] out,
            Operand rows,
            Operand columns,
            Result result,
            int count,
            int m,
            int n,
            int depth) {
        int strips = (m + SIDE - 1) / SIDE;
        for (@Parallel int i = 0; i < count * strips; i++) {
            for (@Parallel int j = 0; j < (n + SIDE - 1) / SIDE; j++) {
                int batch = i / strips;
                int row = (i - batch * strips) * SIDE;
                int column = j * SIDE;
                int from = rows.offset() + batch * rows.batch();
                int other = columns.offset() + batch * columns.batch();
                int[] froms = new int[SIDE];
                int[] others = new int[SIDE];
                for (int k = 0; k < SIDE; k++) {
                    froms[k] = from + Math.min(row + k, m - 1) * rows.line();
                    others[k] = other + Math.min(column + k, n - 1) * columns.line();
                }
                float[] sums = new float[SIDE * SIDE];
                for (int k = 0; k < depth; k++) {
                    for (int x = 0; x < SIDE; x++) {
                        float value = left[froms[x] + k * rows.depth()];
                        for (int y = 0; y < SIDE; y++) {
                            sums[x * SIDE + y] =
                                    Math.fma(value, right[others[y] + k * columns.depth()], sums[x * SIDE + y]);
                        }
                    }
                }
                int target = result.offset() + batch * result.batch();
                for (int x = 0; x < SIDE; x++) {
                    for (int y = 0; y < SIDE; y++) {
                        if (row + x < m && column + y < n) {
                            out[target + (row + x) * n + column + y] = sums[x * SIDE + y];
                        }
                    }
                }
            }
        }
    }

    /** Computes elements of the products, one an iteration. */
    @GpuKernel
    static void elements(
            float[] left,
            float[] right,
            float[] out,
            Operand rows,
            Operand columns,
            Result result,
            int count,
            int m,
            int n,
            int depth) {
        for (@Parallel int i = 0; i < count * m; i++) {
            for (@Parallel int j = 0; j < n; j++) {
                int batch = i / m;
                int from = rows.offset() + batch * rows.batch() + (i - batch * m) * rows.line();
                int other = columns.offset() + batch * columns.batch() + j * columns.line();
                float sum = 0;
                for (int k = 0; k < depth; k++) {
                    sum = Math.fma(left[from + k * rows.depth()], right[other + k * columns.depth()], sum);
                }
                out[result.offset() + batch * result.batch() + (i - batch * m) * n + j] = sum;
            }
        }
    }

    /** Computes squares of {@link #SIDE} rows and columns of the products, one an iteration. */
    @GpuKernel
    static void squares(
            double[] left,
            double[] right,
            double[] out,
            Operand rows,
            Operand columns,
            Result result,
            int count,
            int m,
            int n,
            int depth) {
        int strips = (m + SIDE - 1) / SIDE;
        for (@Parallel int i = 0; i < count * strips; i++) {
            for (@Parallel int j = 0; j < (n + SIDE - 1) / SIDE; j++) {
                int batch = i / strips;
                int row = (i - batch * strips) * SIDE;
                int column = j * SIDE;
                int from = rows.offset() + batch * rows.batch();
                int other = columns.offset() + batch * columns.batch();
                int[] froms = new int[SIDE];
                int[] others = new int[SIDE];
                for (int k = 0; k < SIDE; k++) {
                    froms[k] = from + Math.min(row + k, m - 1) * rows.line();
                    others[k] = other + Math.min(column + k, n - 1) * columns.line();
                }
                double[] sums = new double[SIDE * SIDE];
                for (int k = 0; k < depth; k++) {
                    for (int x = 0; x < SIDE; x++) {
                        double value = left[froms[x] + k * rows.depth()];
                        for (int y = 0; y < SIDE; y++) {
                            sums[x * SIDE + y] =
                                    Math.fma(value, right[others[y] + k * columns.depth()], sums[x * SIDE + y]);
                        }
                    }
                }
                int target = result.offset() + batch * result.batch();
                for (int x = 0; x < SIDE; x++) {
                    for (int y = 0; y < SIDE; y++) {
                        if (row + x < m && column + y < n) {
                            out[target + (row + x) * n + column + y] = sums[x * SIDE + y];
                        }
                    }
                }
            }
        }
    }

    /** Computes elements of the products, one an iteration. */
    @GpuKernel
    static void elements(
            double[] left,
            double[] right,
            double[] out,
            Operand rows,
            Operand columns,
            Result result,
            int count,
            int m,
            int n,
            int depth) {
        for (@Parallel int i = 0; i < count * m; i++) {
            for (@Parallel int j = 0; j < n; j++) {
                int batch = i / m;
                int from = rows.offset() + batch * rows.batch() + (i - batch * m) * rows.line();
                int other = columns.offset() + batch * columns.batch() + j * columns.line();
                double sum = 0;
                for (int k = 0; k < depth; k++) {
                    sum = Math.fma(left[from + k * rows.depth()], right[other + k * columns.depth()], sum);
                }
                out[result.offset() + batch * result.batch() + (i - batch * m) * n + j] = sum;
            }
        }
    }

    /** Computes squares of {@link #SIDE} rows and columns of the products, one an iteration. */
    @GpuKernel
    static void squares(
            int[] left,
            int[] right,
            int[] out,
            Operand rows,
            Operand columns,
            Result result,
            int count,
            int m,
            int n,
            int depth) {
        int strips = (m + SIDE - 1) / SIDE;
        for (@Parallel int i = 0; i < count * strips; i++) {
            for (@Parallel int j = 0; j < (n + SIDE - 1) / SIDE; j++) {
                int batch = i / strips;
                int row = (i - batch * strips) * SIDE;
                int column = j * SIDE;
                int from = rows.offset() + batch * rows.batch();
                int other = columns.offset() + batch * columns.batch();
                int[] froms = new int[SIDE];
                int[] others = new int[SIDE];
                for (int k = 0; k < SIDE; k++) {
                    froms[k] = from + Math.min(row + k, m - 1) * rows.line();
                    others[k] = other + Math.min(column + k, n - 1) * columns.line();
                }
                int[] sums = new int[SIDE * SIDE];
                for (int k = 0; k < depth; k++) {
                    for (int x = 0; x < SIDE; x++) {
                        int value = left[froms[x] + k * rows.depth()];
                        for (int y = 0; y < SIDE; y++) {
                            sums[x * SIDE + y] += value * right[others[y] + k * columns.depth()];
                        }
                    }
                }
                int target = result.offset() + batch * result.batch();
                for (int x = 0; x < SIDE; x++) {
                    for (int y = 0; y < SIDE; y++) {
                        if (row + x < m && column + y < n) {
                            out[target + (row + x) * n + column + y] = sums[x * SIDE + y];
                        }
                    }
                }
            }
        }
    }

    /** Computes elements of the products, one an iteration. */
    @GpuKernel
    static void elements(
            int[] left,
            int[] right,
            int[] out,
            Operand rows,
            Operand columns,
            Result result,
            int count,
            int m,
            int n,
            int depth) {
        for (@Parallel int i = 0; i < count * m; i++) {
            for (@Parallel int j = 0; j < n; j++) {
                int batch = i / m;
                int from = rows.offset() + batch * rows.batch() + (i - batch * m) * rows.line();
                int other = columns.offset() + batch * columns.batch() + j * columns.line();
                int sum = 0;
                for (int k = 0; k < depth; k++) {
                    sum += left[from + k * rows.depth()] * right[other + k * columns.depth()];
                }
                out[result.offset() + batch * result.batch() + (i - batch * m) * n + j] = sum;
            }
        }
    }

    /** Computes squares of {@link #SIDE} rows and columns of the products, one an iteration. */
    @GpuKernel
    static void squares(
            long[] left,
            long[] right,
            long[] out,
            Operand rows,
            Operand columns,
            Result result,
            int count,
            int m,
            int n,
            int depth) {
        int strips = (m + SIDE - 1) / SIDE;
        for (@Parallel int i = 0; i < count * strips; i++) {
            for (@Parallel int j = 0; j < (n + SIDE - 1) / SIDE; j++) {
                int batch = i / strips;
                int row = (i - batch * strips) * SIDE;
                int column = j * SIDE;
                int from = rows.offset() + batch * rows.batch();
                int other = columns.offset() + batch * columns.batch();
                int[] froms = new int[SIDE];
                int[] others = new int[SIDE];
                for (int k = 0; k < SIDE; k++) {
                    froms[k] = from + Math.min(row + k, m - 1) * rows.line();
                    others[k] = other + Math.min(column + k, n - 1) * columns.line();
                }
                long[] sums = new long[SIDE * SIDE];
                for (int k = 0; k < depth; k++) {
                    for (int x = 0; x < SIDE; x++) {
                        long value = left[froms[x] + k * rows.depth()];
                        for (int y = 0; y < SIDE; y++) {
                            sums[x * SIDE + y] += value * right[others[y] + k * columns.depth()];
                        }
                    }
                }
                int target = result.offset() + batch * result.batch();
                for (int x = 0; x < SIDE; x++) {
                    for (int y = 0; y < SIDE; y++) {
                        if (row + x < m && column + y < n) {
                            out[target + (row + x) * n + column + y] = sums[x * SIDE + y];
                        }
                    }
                }
            }
        }
    }

    /** Computes elements of the products, one an iteration. */
    @GpuKernel
    static void elements(
            long[] left,
            long[] right,
            long[] out,
            Operand rows,
            Operand columns,
            Result result,
            int count,
            int m,
            int n,
            int depth) {
        for (@Parallel int i = 0; i < count * m; i++) {
            for (@Parallel int j = 0; j < n; j++) {
                int batch = i / m;
                int from = rows.offset() + batch * rows.batch() + (i - batch * m) * rows.line();
                int other = columns.offset() + batch * columns.batch() + j * columns.line();
                long sum = 0;
                for (int k = 0; k < depth; k++) {
                    sum += left[from + k * rows.depth()] * right[other + k * columns.depth()];
                }
                out[result.offset() + batch * result.batch() + (i - batch * m) * n + j] = sum;
            }
        }
    }
}
