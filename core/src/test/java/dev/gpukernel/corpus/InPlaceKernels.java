package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Loops that write behind what they read of the same array. */
final class InPlaceKernels {
    private InPlaceKernels() {}

    @GpuKernel
    static void shifted(int[] a) {
        for (int i = 0; i < a.length - 1; i++) {
            a[i] = a[i + 1];
        }
    }

    @GpuKernel
    static void differences(long[] a) {
        for (int i = a.length - 1; i > 0; i--) {
            a[i] -= a[i - 1];
        }
    }

    /** What was stored is read again in the same iteration, from the array itself. */
    @GpuKernel
    static void polynomial(double[] a, double[] b) {
        for (int i = 0; i < a.length - 2; i++) {
            a[i] = a[i] + a[i + 1] * a[i + 2];
            b[i] = a[i] + b[i + 1];
        }
    }

    @GpuKernel
    static void everySecond(float[] a) {
        for (int i = 0; i < a.length - 6; i += 2) {
            a[i] = a[i + 4] * 0.5f - a[i + 2];
        }
    }

    @GpuKernel
    static int positive(int[] a) {
        int n = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] > 0) {
                a[n++] = a[i];
            }
        }
        return n;
    }

    @GpuKernel
    static int zerosLast(byte[] a) {
        int n = 0;
        for (byte v : a) {
            if (v != 0) {
                a[n++] = v;
            }
        }
        int kept = n;
        while (n < a.length) {
            a[n++] = 0;
        }
        return kept;
    }

    /** The element before the next is where the counter may be, and is there what is stored. */
    @GpuKernel
    static int distinct(int[] a) {
        int n = 1;
        for (int i = 1; i < a.length; i++) {
            if (a[i] / 8 != a[i - 1] / 8) {
                a[n++] = a[i];
            }
        }
        return n;
    }

    @GpuKernel
    static int pairs(int[] keys, float[] values, int limit) {
        int n = 0;
        for (int i = 0; i < keys.length && i < values.length; i++) {
            if (keys[i] < limit && values[i] > 0) {
                keys[n] = keys[i] + 1;
                values[n] = values[i] * 2;
                n++;
            }
        }
        return n;
    }

    /** Beside a running sum, with a counter that begins far behind the variable. */
    @GpuKernel
    static long summed(long[] a, int limit) {
        int n = 0;
        long sum = 0;
        for (int i = 4; i < a.length; i++) {
            sum += a[i];
            if (a[i] > limit) {
                a[n++] = a[i - 2] + sum;
            }
        }
        return sum + n;
    }

    /** Where a list of numbers gets one more. */
    @GpuKernel
    static void inserted(int[] a, int n, int at, int one) {
        System.arraycopy(a, at, a, at + 1, n - at);
        a[at] = one;
    }

    @GpuKernel
    static int removed(byte[] a, int n, int at) {
        System.arraycopy(a, at + 1, a, at, n - at - 1);
        return n - 1;
    }

    /** To either side, as far as a launch says. */
    @GpuKernel
    static void movedUp(double[] a, int from, int to, int n) {
        System.arraycopy(a, from, a, to, n);
    }

    @GpuKernel
    static void movedDown(double[] a, int from, int to, int n) {
        System.arraycopy(a, from, a, to, n);
    }

    /** To the side that a loop comes from. */
    @GpuKernel
    static void lifted(float[] a, int first, int n) {
        for (int i = n - 1; i >= first; i--) {
            a[i + 3] = a[i] * 2 + a[i + 1];
        }
    }

    @GpuKernel
    static void scaledOnTheWay(long[] a, int n, int from, int to) {
        int by = to - from;
        if (by <= 0) {
            for (int i = 0; i < n; i++) {
                a[to + i] = 3 * a[i + from];
            }
        } else {
            for (int i = n - 1; i >= 0; --i) {
                a[i + to] = a[from + i] - i;
            }
        }
    }

    /** The other way round, each element is that of an iteration before, so the ranges must not overlap. */
    @GpuKernel
    static void spreads(long[] a, int n, int from, int to) {
        if (to - from > 0) {
            for (int i = 0; i < n; i++) {
                a[to + i] = 3 * a[i + from];
            }
        }
    }

    static void inputs(KernelInputs table) {
        table.loop("shifted", () -> List.of(ints(9_000, 1)));
        table.loop("differences", () -> List.of(longs(9_000, 3)));
        table.loop("polynomial", () -> List.of(doubles(5_000, 4, -2, 2), doubles(5_000, 5, -2, 2)));
        table.loop("everySecond", () -> List.of(floats(9_000, 6, -2, 2)));
        table.loop("positive", () -> List.of(ints(9_000, 7, -99, 99)));
        table.loop("zerosLast", () -> List.of(bytes(9_000, 8)));
        table.loop("distinct", () -> List.of(ints(9_000, 9, 0, 20)));
        table.loop("pairs", () -> List.of(ints(9_000, 10, 0, 900), floats(9_100, 11, -2, 2), 600));
        table.loop("inserted", () -> List.of(ints(9_000, 13), 8_999, 17, 5));
        table.loop("removed", () -> List.of(bytes(9_000, 14), 9_000, 18));
        table.loop("movedUp", () -> List.of(doubles(9_000, 15, -2, 2), 11, 40, 8_000));
        table.loop("movedDown", () -> List.of(doubles(9_000, 16, -2, 2), 900, 877, 8_000));
        table.loop("lifted", () -> List.of(floats(9_000, 17, -2, 2), 3, 8_990));
        table.loop("scaledOnTheWay", () -> List.of(longs(9_000, 18), 7_000, 5, 9));
        table.loop("spreads", () -> List.of(longs(9_000, 19), 400, 5, 405));
        table.loop("summed", () -> List.of(longs(9_000, 12, -9, 9), 3));
    }
}
