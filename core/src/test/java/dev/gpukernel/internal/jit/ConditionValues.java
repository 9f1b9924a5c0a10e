package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuKernel;

/** Loops whose conditions ask about a number that follows from their variable, or ask several things at the end or of elements. */
final class ConditionValues {
    private ConditionValues() {}

    @GpuKernel
    static long twice(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; 2 * i < n; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long shiftedAndMore(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; (i << 2) + 7 <= n; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long awayFromBound(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; n - 3 * i > 5; i += 2) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long timesLong(int[] a, long[] o, int from, int n) {
        long s = 0;
        long i = from;
        for (; 5 * i < n; i++) {
            o[(int) (i - from) + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    /** Twice the variable goes on at the other end of its type. */
    @GpuKernel
    static void twiceInThreads(int[] a, long[] o, int from, int n) {
        for (int t = 0; t < 4; t++) {
            long s = 0;
            for (int i = from; 2 * i < n; i += 1 << 28) {
                s = s * 3 + a[(int) (s & 7) + t] + i;
                if (s > 1_000_000_000L) {
                    break;
                }
            }
            o[t] = s;
        }
    }

    @GpuKernel
    static long square(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i * i < n; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long squareInclusive(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; n >= i * i; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long longSquare(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; (long) i * i <= n; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static void squareInThreads(int[] a, long[] o, int from, int n) {
        for (int t = 0; t < 4; t++) {
            int p = 0;
            for (int i = from; i * i < n; i++) {
                p += a[i - from + t] + i;
            }
            o[t] = p;
        }
    }

    @GpuKernel
    static long doTwo(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        do {
            o[i - from + 4] += i + 1;
            s += i;
            i++;
        } while (i < n && i < a.length);
        return s * 31 + i;
    }

    @GpuKernel
    static long doTwoOfTwoKinds(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        do {
            o[i - from + 4] += i + 1;
            s += i;
        } while (++i <= n && i < 50);
        return s * 31 + i;
    }

    @GpuKernel
    static long doThreeDown(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        do {
            o[from - i + 4] += i + 1;
            s += i;
            i -= 2;
        } while (i > n && i > -50 && i >= -40);
        return s * 31 + i;
    }

    @GpuKernel
    static long secondOfElement(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i < 50 && i < a[2]; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    /** The element is out of bounds where the first condition does not hold, and is not asked for. */
    @GpuKernel
    static long secondOutOfBounds(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i < n && i < a[n] + 60; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long secondQuotient(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i != n && i < 1000 / n; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static void secondInThreads(int[] a, long[] o, int from, int n) {
        for (int t = 0; t < 4; t++) {
            long s = 0;
            for (int i = from; i < n - t && i < a[t + 2]; i++) {
                s += a[i];
            }
            o[t] = s;
        }
    }
}
