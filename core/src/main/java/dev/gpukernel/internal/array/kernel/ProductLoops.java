package dev.gpukernel.internal.array.kernel;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Parallel;

/**
 * Products of matrices as plain loops, for devices without shared memory and for products that are no more than a few rows or columns. Results
 * are those of {@link FloatProduct} and its like.
 */
public final class ProductLoops {
    private ProductLoops() {}

    /** Adds row by row of the right matrices, whose rows are in one piece, to each row of the products. */
    @GpuKernel
    static void rows(
            float[] left,
            float[] right,
            float[] out,
            Operand rows,
            Operand columns,
            Result result,
            int lines,
            int m,
            int n,
            int depth) {
        for (@Parallel int i = 0; i < lines; i++) {
            int batch = i / m;
            int from = rows.offset() + batch * rows.batch() + (i - batch * m) * rows.line();
            int target = result.offset() + batch * result.batch() + (i - batch * m) * n;
            for (int j = 0; j < n; j++) {
                out[target + j] = 0;
            }
            for (int k = 0; k < depth; k++) {
                float factor = left[from + k * rows.depth()];
                int other = columns.offset() + batch * columns.batch() + k * columns.depth();
                for (int j = 0; j < n; j++) {
                    out[target + j] = Math.fma(factor, right[other + j], out[target + j]);
                }
            }
        }
    }

    /** Computes element by element of the products. */
    @GpuKernel
    static void elements(
            float[] left,
            float[] right,
            float[] out,
            Operand rows,
            Operand columns,
            Result result,
            int lines,
            int m,
            int n,
            int depth) {
        for (@Parallel int i = 0; i < lines; i++) {
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

    /** Adds row by row of the right matrices, whose rows are in one piece, to each row of the products. */
    @GpuKernel
    static void rows(
            double[] left,
            double[] right,
            double[] out,
            Operand rows,
            Operand columns,
            Result result,
            int lines,
            int m,
            int n,
            int depth) {
        for (@Parallel int i = 0; i < lines; i++) {
            int batch = i / m;
            int from = rows.offset() + batch * rows.batch() + (i - batch * m) * rows.line();
            int target = result.offset() + batch * result.batch() + (i - batch * m) * n;
            for (int j = 0; j < n; j++) {
                out[target + j] = 0;
            }
            for (int k = 0; k < depth; k++) {
                double factor = left[from + k * rows.depth()];
                int other = columns.offset() + batch * columns.batch() + k * columns.depth();
                for (int j = 0; j < n; j++) {
                    out[target + j] = Math.fma(factor, right[other + j], out[target + j]);
                }
            }
        }
    }

    /** Computes element by element of the products. */
    @GpuKernel
    static void elements(
            double[] left,
            double[] right,
            double[] out,
            Operand rows,
            Operand columns,
            Result result,
            int lines,
            int m,
            int n,
            int depth) {
        for (@Parallel int i = 0; i < lines; i++) {
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

    /** Adds row by row of the right matrices, whose rows are in one piece, to each row of the products. */
    @GpuKernel
    static void rows(
            int[] left,
            int[] right,
            int[] out,
            Operand rows,
            Operand columns,
            Result result,
            int lines,
            int m,
            int n,
            int depth) {
        for (@Parallel int i = 0; i < lines; i++) {
            int batch = i / m;
            int from = rows.offset() + batch * rows.batch() + (i - batch * m) * rows.line();
            int target = result.offset() + batch * result.batch() + (i - batch * m) * n;
            for (int j = 0; j < n; j++) {
                out[target + j] = 0;
            }
            for (int k = 0; k < depth; k++) {
                int factor = left[from + k * rows.depth()];
                int other = columns.offset() + batch * columns.batch() + k * columns.depth();
                for (int j = 0; j < n; j++) {
                    out[target + j] += factor * right[other + j];
                }
            }
        }
    }

    /** Computes element by element of the products. */
    @GpuKernel
    static void elements(
            int[] left,
            int[] right,
            int[] out,
            Operand rows,
            Operand columns,
            Result result,
            int lines,
            int m,
            int n,
            int depth) {
        for (@Parallel int i = 0; i < lines; i++) {
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

    /** Adds row by row of the right matrices, whose rows are in one piece, to each row of the products. */
    @GpuKernel
    static void rows(
            long[] left,
            long[] right,
            long[] out,
            Operand rows,
            Operand columns,
            Result result,
            int lines,
            int m,
            int n,
            int depth) {
        for (@Parallel int i = 0; i < lines; i++) {
            int batch = i / m;
            int from = rows.offset() + batch * rows.batch() + (i - batch * m) * rows.line();
            int target = result.offset() + batch * result.batch() + (i - batch * m) * n;
            for (int j = 0; j < n; j++) {
                out[target + j] = 0;
            }
            for (int k = 0; k < depth; k++) {
                long factor = left[from + k * rows.depth()];
                int other = columns.offset() + batch * columns.batch() + k * columns.depth();
                for (int j = 0; j < n; j++) {
                    out[target + j] += factor * right[other + j];
                }
            }
        }
    }

    /** Computes element by element of the products. */
    @GpuKernel
    static void elements(
            long[] left,
            long[] right,
            long[] out,
            Operand rows,
            Operand columns,
            Result result,
            int lines,
            int m,
            int n,
            int depth) {
        for (@Parallel int i = 0; i < lines; i++) {
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
