package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.chars;
import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import java.util.List;

/**
 * Loops that remember what an iteration before computed, that find the place of the best element without keeping the element, and that ask
 * for the greatest only of what is not the least; and a stage of a bitonic sort.
 */
@SuppressWarnings({"OperatorPrecedence", "UnusedVariable"}) // as people write it
final class PreviousKernels {
    private PreviousKernels() {}

    @GpuKernel
    static void differences(int[] x, int[] d) {
        int previous = 0;
        for (int i = 0; i < x.length; i++) {
            d[i] = x[i] - previous;
            previous = x[i];
        }
    }

    /** The variable is used after the loop, too. */
    @GpuKernel
    static void differencesOf(int[] x, int[] d, int from, int n, int previous, int[] out) {
        for (int i = from; i < n; i++) {
            d[i] = x[i] - previous;
            previous = x[i];
        }
        out[0] = previous;
    }

    @GpuKernel
    static void window(float[] x, double[] y) {
        float far = -1;
        float near = 2;
        for (int i = 0; i < x.length; i++) {
            y[i] = far + 2.0 * near + x[i];
            far = near;
            near = x[i] * 0.5f;
        }
    }

    /** Words begin where a letter comes after none. */
    @GpuKernel
    static void words(char[] text, int[] out) {
        int count = 0;
        boolean inside = false;
        for (char letter : text) {
            boolean isLetter = letter > ' ';
            if (isLetter && !inside) {
                count++;
            }
            inside = isLetter;
        }
        out[0] = count;
    }

    @GpuKernel
    static void first(int[] x, long[] y) {
        boolean isFirst = true;
        for (int i = x.length - 1; i >= 0; i--) {
            y[i] = isFirst ? -1L : x[i];
            isFirst = false;
        }
    }

    @GpuKernel
    static void divided(int[] x, long[] y, int by, long n) {
        int previous = 7;
        for (long i = 2; i < n; i += 3) {
            y[(int) i] = previous;
            previous = x[(int) i] / by + (int) i % 5;
        }
    }

    /** What is written may be what is read again. */
    @GpuKernel
    static void chosen(int[] x, int[] y) {
        int previous = 3;
        for (int i = 0; i < x.length; i++) {
            int own = x[i] > 0 ? i : -i;
            y[i] = own + previous;
            previous = own;
        }
    }

    @GpuKernel
    static void greatest(double[] x, int[] out) {
        int best = 0;
        for (int i = 1; i < x.length; i++) {
            if (x[i] > x[best]) {
                best = i;
            }
        }
        out[0] = best;
    }

    /** Where the place to begin with is no index, Java fails in the first iteration. */
    @GpuKernel
    static void leastFrom(int[] x, int from, int n, int best, int[] out) {
        for (int i = from; i < n; i++) {
            if (x[best] >= x[i]) {
                best = i;
            }
        }
        out[0] = best;
    }

    @GpuKernel
    static void pivot(float[] a, int n, int k, int[] out) {
        int p = k;
        for (int i = k + 1; i < n; i++) {
            if (Math.abs(a[i * n + k]) > Math.abs(a[p * n + k])) {
                p = i;
            }
        }
        out[0] = p;
    }

    /** Only what is asked for is compared, so a place to begin with may never be looked at. */
    @GpuKernel
    static void greatestAsked(int[] x, boolean[] asked, int best, int[] out) {
        for (int i = 0; i < asked.length; i++) {
            if (asked[i] && x[i] * 3 > x[best] * 3) {
                best = i;
            }
        }
        out[0] = best;
    }

    @GpuKernel
    static void leastElseGreatest(int[] x, int[] out) {
        int low = x[0];
        int high = x[0];
        for (int i = 1; i < x.length; i++) {
            if (x[i] < low) {
                low = x[i];
            } else if (x[i] >= high) {
                high = x[i];
            }
        }
        out[0] = low;
        out[1] = high;
    }

    @GpuKernel
    static void greatestElseLeast(double[] x, double[] out, double begin) {
        double low = begin;
        double high = begin;
        for (double value : x) {
            if (value > high) {
                high = value;
            } else if (value < low) {
                low = value;
            }
        }
        out[0] = low;
        out[1] = high;
    }

    @GpuKernel
    static void stage(int[] a, int k, int j) {
        for (int i = 0; i < a.length; i++) {
            int l = i ^ j;
            if (l > i) {
                if ((i & k) == 0 && a[i] > a[l] || (i & k) != 0 && a[i] < a[l]) {
                    int t = a[i];
                    a[i] = a[l];
                    a[l] = t;
                }
            }
        }
    }

    static void inputs(KernelInputs table) {
        table.loop("differences", () -> List.of(ints(5_000, 1), new int[5_000]));
        table.loop("differencesOf", () -> List.of(ints(5_000, 2), new int[5_000], 3, 4_990, 17, new int[1]));
        table.loop("window", () -> List.of(floats(5_000, 3, -1, 1), new double[5_000]));
        table.loop("words", () -> List.of(chars(5_000, 4, "ab  c"), new int[1]));
        table.loop("first", () -> List.of(ints(5_000, 5), new long[5_000]));
        table.loop("divided", () -> List.of(ints(5_000, 6), new long[5_000], 7, 4_900L));
        table.loop("chosen", () -> List.of(ints(5_000, 7), new int[5_000]));
        table.loop("greatest", () -> List.of(doubles(5_000, 8, -1, 1), new int[1]));
        table.loop("leastFrom", () -> List.of(ints(5_000, 9, 0, 90), 3, 4_000, 4_500, new int[1]));
        table.loop("pivot", () -> List.of(floats(4_900, 10, -1, 1), 70, 3, new int[1]));
        table.loop("greatestAsked", () -> List.of(ints(5_000, 11), Seeded.booleans(5_000, 12), 4_999, new int[1]));
        table.loop("leastElseGreatest", () -> List.of(ints(5_000, 13), new int[2]));
        table.loop("greatestElseLeast", () -> List.of(doubles(5_000, 14, -1, 1), new double[2], 0.25));
        table.loop("stage", () -> List.of(ints(4_096, 15), 64, 16));
    }
}
