package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.counting;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Sequential;
import java.util.Arrays;
import java.util.List;

/** Loops that store, add up or count until they are left, and those with others in them or beside them. */
final class EarlyExitKernels {
    private EarlyExitKernels() {}

    /** Elements before the first negative one are replaced. */
    @GpuKernel
    static void untilNegative(int[] a) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] < 0) {
                break;
            }
            a[i] = a[i] * 2 + i;
        }
    }

    /** It stores and sums up before it looks, and what it stores to may be too short. */
    @GpuKernel
    static int sumUpTo(int[] a, int[] out, int key) {
        int sum = 0;
        int n = 0;
        for (int i = 0; i < a.length; i++) {
            out[i] = a[i] + 1;
            sum += a[i] + 2;
            if (a[i] == key) {
                n = i;
                break;
            }
            n++;
        }
        return sum * 31 + n;
    }

    /** Down, in steps of 2, with the greatest so far. */
    @GpuKernel
    static int greatestBehind(int[] a, int[] out, int key) {
        int most = -1;
        int i = a.length - 1;
        for (; i >= 0; i -= 2) {
            if (a[i] == key) {
                return -most - i;
            }
            if (out[i] < 0) {
                throw new IllegalStateException("negative at " + i);
            }
            most = Math.max(most, out[i]);
            out[i] = i;
        }
        return most + i;
    }

    /** Running values and a counter, as long as nothing is divided by 0. */
    @GpuKernel
    static int compactUpTo(int[] a, int[] b, int[] out, int key) {
        int n = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] / b[i] == key) {
                return n;
            }
            if ((a[i] & 1) == 0) {
                out[n++] = a[i] + i;
            }
        }
        return -n;
    }

    @GpuKernel
    static long longsUpTo(long from, long to, int[] a, int[] out, int key) {
        long last = -1;
        for (long i = from; i <= to; i++) {
            if (a[(int) (i - from)] == key) {
                break;
            }
            out[(int) (i - from)] = 7;
            last = i;
        }
        return last;
    }

    /** One search after another, where the first one ended. */
    @GpuKernel
    static int between(int[] a, int open, int close) {
        int i = 0;
        while (i < a.length && a[i] != open) {
            i++;
        }
        int j = i;
        for (; j < a.length; j++) {
            if (a[j] == close) {
                break;
            }
        }
        return j - i;
    }

    /** For each of a few keys, by the host. */
    @GpuKernel
    static void places(int[] keys, int[] a, int[] out) {
        for (int k = 0; k < 3; k++) {
            out[k] = -1;
        }
        for (@Sequential int k = 0; k < 3; k++) {
            int at = -1;
            for (int i = 0; i < a.length; i++) {
                if (a[i] == keys[k]) {
                    at = i;
                    break;
                }
            }
            out[k] = at;
        }
    }

    /** The comparison of a best value stands before what ends the loop, and decides nothing of that. */
    @GpuKernel
    static int greatestUpTo(int[] a, int[] out, int key) {
        int greatest = Integer.MIN_VALUE;
        int at = -1;
        for (int i = 0; i < a.length; i++) {
            if (a[i] > greatest) {
                greatest = a[i];
                at = i;
            }
            if (a[i] % 1000 == key) {
                break;
            }
        }
        out[0] = greatest;
        return at;
    }

    /** A flag that is asked before p, a loop and a choice by an element stand before what ends the loop. */
    @GpuKernel
    static int allUpTo(int[] a, int[] out, int key) {
        boolean all = true;
        for (int i = 0; i < a.length; i++) {
            all = all && a[i] >= 0;
            int bits = 0;
            for (int j = 0; j < i % 7; j++) {
                bits += (a[i] >> j) & 1;
            }
            out[i] = bits;
            int limit = (a[i] & 1) == 0 ? key : key + 1;
            if (a[i] == limit) {
                return all ? i : -i;
            }
        }
        return all ? a.length : -1;
    }

    /** It is in one of the rows. */
    @GpuKernel
    static int inMatrix(int h, int w, int[] a, int key) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                if (a[y * w + x] == key) {
                    return y * 1000 + x;
                }
            }
        }
        return -1;
    }

    /** Where a pattern begins. */
    @GpuKernel
    static int indexOfPattern(int[] a, int[] pattern) {
        for (int i = 0; i < a.length - pattern.length + 1; i++) {
            boolean same = true;
            for (int j = 0; j < pattern.length; j++) {
                if (a[i + j] != pattern[j]) {
                    same = false;
                    break;
                }
            }
            if (same) {
                return i;
            }
        }
        return -1;
    }

    /** What is left without zeros at both ends: the second loop goes down to where the first one ended. */
    @GpuKernel
    static int trimmed(int[] a, int[] out) {
        int from = 0;
        int to = a.length;
        while (from < to && a[from] == 0) {
            from++;
        }
        while (to > from && a[to - 1] == 0) {
            to--;
        }
        for (int i = from; i < to; i++) {
            out[i - from] = a[i];
        }
        return to - from;
    }

    private static int[] trimmable(int length, int from, int to) {
        int[] a = new int[length];
        Arrays.fill(a, from, to, 7);
        return a;
    }

    static void inputs(KernelInputs table) {
        table.loop("trimmed", () -> List.of(trimmable(60_000, 20_000, 45_000), new int[60_000]));
        table.loop("untilNegative", () -> List.of(counting(60_000, 50_000, -1)));
        table.loop("sumUpTo", () -> List.of(counting(60_000, 0, 1), new int[60_000], 50_000));
        table.loop("greatestBehind", () -> List.of(counting(60_000, 0, 1), ints(60_000, 1, 0, 1000), 20_001));
        table.loop("compactUpTo", () -> List.of(counting(60_000, 0, 3), counting(60_000, 1, 1), new int[60_000], 3));
        table.loop(
                "longsUpTo",
                () -> List.of(1L << 40, (1L << 40) + 49_999, counting(50_000, 0, 2), new int[50_000], 88_000));
        table.loop("between", () -> List.of(counting(60_000, 0, 1), 20_000, 50_000));
        table.loop("places", () -> List.of(new int[] {2, 50_000, 60_000}, counting(60_000, 0, 1), new int[3]));
        table.loop("greatestUpTo", () -> List.of(ints(60_000, 1, 0, 100_000), new int[1], 999));
        table.loop("allUpTo", () -> List.of(counting(20_000, 0, 1), new int[20_000], 15_000));
        table.loop("inMatrix", () -> List.of(200, 300, counting(60_000, 0, 3), 120_003));
        table.loop(
                "indexOfPattern",
                () -> List.of(ints(60_000, 2, 0, 2), new int[] {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}));
    }
}
