package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuKernel;

/**
 * Inner loops whose variable, and what runs along with it, is used after them: what it is then is computed before the loop where that
 * is known. What they read ends each of them in the end.
 */
@SuppressWarnings("IntLongMath") // as people write it
final class InnerForms {
    private InnerForms() {}

    @GpuKernel
    static void upInclusive(int[] a, long[] o, int from, int n) {
        for (int t = 0; t < 4; t++) {
            int i = from;
            for (; i <= n; i++) {
                o[t + 4] += a[(int) o[t]];
                o[t]++;
            }
            o[t] = o[t] * 3 + i;
        }
    }

    @GpuKernel
    static void downInclusiveByTwo(int[] a, long[] o, int from, int n) {
        for (int t = 0; t < 4; t++) {
            int i = from;
            for (; i >= n; i -= 2) {
                o[t + 4] += a[(int) o[t]];
                o[t]++;
            }
            o[t] = o[t] * 3 + i;
        }
    }

    /** Elements that follow one another over rows of an inclusive loop. */
    @GpuKernel
    static void rowsInclusive(int[] a, long[] o, int from, int n) {
        int p = 0;
        for (int t = 0; t < 3; t++) {
            for (int i = from; i <= n; i++) {
                o[p] = a[p] + i;
                p++;
            }
        }
        o[70] = p;
    }

    @GpuKernel
    static void rowsInclusiveDown(int[] a, long[] o, int from, int n) {
        int p = 0;
        for (int t = 0; t < 3; t++) {
            for (int i = from; i >= n; i--) {
                o[p] = a[p] + i;
                p++;
            }
        }
        o[70] = p;
    }

    /** Its length is the start less the end, whichever of them comes first in a sum. */
    @GpuKernel
    static void rowsDown(int[] a, long[] o, int from, int n) {
        int p = 0;
        for (int t = 0; t < 3; t++) {
            for (int i = from; i > n; i--) {
                o[p] = a[p] + i;
                p++;
            }
        }
        o[70] = p;
    }

    /** Steps of no power of 2, and nothing that counts them: the loop may end after its variable has wrapped around. */
    @GpuKernel
    static void bySixWithoutNumber(int[] a, long[] o, int from, int n) {
        for (int t = 0; t < 4; t++) {
            long s = t;
            int left = 1 << 20;
            int i = from;
            for (; i < n; i += 6 << 27) {
                s = s * 3 + 60 / left;
                left >>= 1;
            }
            o[t] = s * 5 + i;
        }
    }

    @GpuKernel
    static void byFiveDownWithoutNumber(int[] a, long[] o, int from, int n) {
        for (int t = 0; t < 4; t++) {
            long s = t;
            int left = 1 << 20;
            int i = from;
            for (; i >= n; i -= 5 << 28) {
                s = s * 3 + 60 / left;
                left >>= 1;
            }
            o[t] = s * 5 + i;
        }
    }

    /** As {@link #bySixWithoutNumber}, and a number of steps that is used after it. */
    @GpuKernel
    static void bySixWithNumber(int[] a, long[] o, int from, int n) {
        for (int t = 0; t < 4; t++) {
            int p = t;
            int i = from;
            for (; i < n; i += 6 << 27) {
                o[t] = o[t] * 3 + a[p];
                p++;
            }
            o[t] += i + p;
        }
    }

    /** Other conditions, that of a row among them, end it too. */
    @GpuKernel
    static void unlessEndedBefore(int[] a, long[] o, int from, int n) {
        for (int t = 0; t < 4; t++) {
            int i = from;
            for (; i < n && i < a.length && t < 2; i++) {
                o[t + 4] += a[(int) o[t]];
                o[t]++;
            }
            o[t] = o[t] * 3 + i;
        }
    }
}
