package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Parallel loops with loops inside that could be split instead: launches choose by how many iterations there are. */
final class SplitKernels {
    /** Enough iterations inside to be split, for up to 32 outside. */
    private static final int MANY = 1 << 16;

    private SplitKernels() {}

    private static int mixed(int value) {
        return value ^ value >>> 7;
    }

    private static int odd(int value) {
        return value & 1;
    }

    @GpuKernel
    static void rowSums(int columns, int[] a, int[] sums) {
        for (int i = 0; i < sums.length; i++) {
            int sum = 0;
            for (int j = 0; j < columns; j++) {
                sum += mixed(a[i * columns + j]);
            }
            sums[i] = sum;
        }
    }

    /** The sums of whole numbers are exact in any order. */
    @GpuKernel
    static void wholeRowSums(int columns, float[] a, float[] sums) {
        for (int i = 0; i < sums.length; i++) {
            float sum = i;
            for (int j = 0; j < columns; j++) {
                sum += (int) a[i * columns + j];
            }
            sums[i] = sum;
        }
    }

    /** Three loops in a row, the last over what the others came to. */
    @GpuKernel
    static void spread(int columns, int[] a, int[] out) {
        for (int i = 0; i < out.length / columns; i++) {
            int least = Integer.MAX_VALUE;
            int even = 0;
            for (int j = 0; j < columns; j++) {
                least = Math.min(least, a[i * columns + j]);
            }
            for (int j = columns - 1; j >= 0; j--) {
                if (odd(a[i * columns + j]) == 0) {
                    even++;
                }
            }
            for (int j = 0; j < columns; j++) {
                out[i * columns + j] = a[i * columns + j] - least + even;
            }
        }
    }

    @GpuKernel
    static void product(int rows, int inner, int columns, int[] a, int[] b, int[] c) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                int sum = 0;
                for (int k = 0; k < inner; k++) {
                    sum += a[i * inner + k] * b[k * columns + j];
                }
                c[i * columns + j] = sum;
            }
        }
    }

    /** What is outside accumulates, too; the variables are used afterwards. */
    @GpuKernel
    static long everything(int rows, int columns, int[] a, long[] out) {
        long sum = 7;
        int least = Integer.MAX_VALUE;
        int last = -1;
        int i = 0;
        for (; i < rows; i++) {
            int own = 0;
            for (int j = 0; j < columns; j++) {
                sum += a[i * columns + j];
                own ^= mixed(a[i * columns + j]);
                least = Math.min(least, a[i * columns + j]);
            }
            if (own < 0) {
                last = own;
            }
        }
        out[0] = sum;
        out[1] = least;
        out[2] = i;
        return sum ^ last;
    }

    @GpuKernel
    static void runningRows(int columns, int[] a, int[] ends) {
        for (int i = 0; i < ends.length; i++) {
            int sum = i * 100;
            for (int j = 0; j < columns; j++) {
                sum += a[i * columns + j];
                a[i * columns + j] = sum;
            }
            ends[i] = sum;
        }
    }

    /** Some rows only; something is written before the loop inside. */
    @GpuKernel
    static void oddRows(int columns, int[] factors, int[] a, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int factor = factors[i] * 3;
            out[i] = factor;
            if (odd(factor) != 0) {
                for (int j = 0; j < columns; j++) {
                    a[i * columns + j] *= factor;
                }
            }
        }
    }

    @GpuKernel
    static void rowHistograms(int columns, int[] a, int[] bins, int[] total) {
        for (int i = 0; i < total.length; i++) {
            for (int j = 0; j < columns; j++) {
                bins[i * 16 + (a[i * columns + j] & 15)]++;
            }
            total[i] += columns;
        }
    }

    /** Of each row the best and where it is, and how many it has above a bound. */
    @GpuKernel
    static void rowBests(int columns, long[] a, long[] best, int[] where) {
        for (int i = 0; i < best.length; i++) {
            long greatest = Long.MIN_VALUE;
            int at = -1;
            for (int j = 0; j < columns; j++) {
                if (a[i * columns + j] > greatest) {
                    greatest = a[i * columns + j];
                    at = j;
                }
            }
            best[i] = greatest;
            where[i] = at;
        }
    }

    /** Again and again, and more often from step to step. */
    @GpuKernel
    static void steps(int steps, int columns, int[] a, int[] sums) {
        for (int step = 1; step <= steps; step++) {
            for (int i = 0; i < sums.length; i++) {
                int sum = step;
                for (int j = 0; j < columns - step; j++) {
                    sum += mixed(a[i * columns + j]) + step;
                }
                sums[i] += sum;
            }
            for (int j = 0; j < a.length; j++) {
                a[j] ^= sums[0];
            }
        }
    }

    /** Ends with the first bad index inside, after some rows are done. */
    @GpuKernel
    static void badColumn(int columns, int[] index, int[] a, int[] sums) {
        for (int i = 0; i < sums.length; i++) {
            int sum = 0;
            for (int j = 0; j < columns; j++) {
                sum += a[index[i * columns + j]];
            }
            sums[i] = sum;
        }
    }

    /** Ends before the loop inside of the third row, though the fourth has a bad index. */
    @GpuKernel
    static void badDivisor(int columns, int[] divisors, int[] a, int[] sums) {
        for (int i = 0; i < sums.length; i++) {
            int sum = 100 / divisors[i];
            for (int j = 0; j < columns; j++) {
                sum += a[i * columns + j];
            }
            sums[i] = sum;
        }
    }

    /** Ends after the loop inside. */
    @GpuKernel
    static void badEnd(int rows, int columns, int[] a, int[] sums) {
        for (int i = 0; i < rows; i++) {
            int sum = 0;
            for (int j = 0; j < columns; j++) {
                sum += a[j] * i;
            }
            sums[i] = sum;
        }
    }

    /** The bounds of the loop inside are computed in the one around, and would divide by 0 before it. */
    @GpuKernel
    static void bounds(int rows, int divisor, int[] a, int[] sums) {
        for (int i = 0; i < rows; i++) {
            int sum = 0;
            for (long j = a.length / divisor; j > 0; j -= 1) {
                sum += a[(int) j - 1] << i;
            }
            sums[i] = sum;
        }
    }

    /** Later loops use what the header of the first computes, and its variable. */
    @GpuKernel
    static int later(int n, int columns, int[] a, int[] sums) {
        int i = 0;
        for (; i < n - 3; i++) {
            int sum = 0;
            for (int j = 0; j < columns; j++) {
                sum += a[i * columns + j];
            }
            sums[i] = sum;
        }
        for (int k = sums.length - 1; k >= 0; k -= 3) {
            sums[k] += i;
        }
        int p = i - 4;
        while (p <= sums.length - 1) {
            int most = i;
            for (int j = 0; j < columns; j++) {
                most = Math.max(most, a[p * columns + j]);
            }
            sums[p] ^= most;
            p++;
        }
        for (int k = sums.length - 1; k >= 0; k -= 1) {
            sums[k] -= p;
        }
        return i + p;
    }

    /** Bytes that only grow, from row to row. */
    @GpuKernel
    static void greatestSoFar(int columns, byte[] a, byte[] most) {
        byte top = -128;
        for (int i = 0; i < most.length; i++) {
            for (int j = 0; j < columns; j++) {
                if (a[i * columns + j] > top) {
                    top = a[i * columns + j];
                }
            }
            most[i] = top;
        }
    }

    static void inputs(KernelInputs table) {
        table.loop("rowSums", () -> List.of(MANY, ints(4 * MANY, 1), new int[4]));
        table.loop("wholeRowSums", () -> List.of(MANY, floats(2 * MANY, 2, -99, 99), new float[2]));
        table.loop("spread", () -> List.of(14, ints(4 * 14, 3), new int[4 * 14]));
        table.loop("product", () -> List.of(3, 15, 5, ints(45, 4), ints(75, 5), new int[15]));
        table.loop("everything", () -> List.of(3, 25, ints(75, 6), new long[3]));
        table.loop("runningRows", () -> List.of(30, ints(120, 7), new int[4]));
        table.loop("oddRows", () -> List.of(11, ints(5, 8), ints(55, 9), new int[5]));
        table.loop("rowHistograms", () -> List.of(43, ints(3 * 43, 10), new int[48], ints(3, 11)));
        table.loop("rowBests", () -> List.of(22, longs(4 * 22, 12, -5, 5), new long[4], new int[4]));
        table.loop("steps", () -> List.of(3, 20, ints(60, 13), ints(3, 14)));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("badColumn", () -> List.of(20, ints(80, 15, 0, 21), ints(20, 16), new int[4]));
        table.throwing(ArithmeticException.class)
                .loop("badDivisor", () -> List.of(20, new int[] {1, 2, 0, 3}, ints(65, 17), new int[4]));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("badEnd", () -> List.of(6, 20, ints(20, 18), new int[3]));
        table.loop("later", () -> List.of(7, 20, ints(80, 20), new int[4]));
        table.loop("greatestSoFar", () -> List.of(40, bytes(16 * 40, 21), new byte[16]));
        table.loop("bounds", () -> List.of(2, 3, ints(60, 19), new int[2]));
    }
}
