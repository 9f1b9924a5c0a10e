package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuKernel;

/** Counted loops whose tests ask about multiples and quotients of the variable, and several things at the end. */
@SuppressWarnings({"NarrowingCompoundAssignment", "IntLongMath", "OperatorPrecedence"})
final class ScaledForms {
    private ScaledForms() {}

    @GpuKernel
    static long twiceInLongs(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; 2L * i < n; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long twiceInclusiveInLongs(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; (long) i * 6 <= n; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long halfOf(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i / 2 < n; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long thirdInclusive(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i / 3 <= n; i += 2) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long shiftedDown(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i >> 1 < n; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long shiftedDownInclusive(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i >> 2 <= n; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long shiftedUpInLongs(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; (long) i << 3 < n; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long below(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; n > i / 5; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long halfDown(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = n;
        for (; i / 2 > from; i--) {
            o[n - i + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long halfDownInclusive(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = n;
        for (; i / 2 >= from; i--) {
            o[n - i + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long shiftedDownDown(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = n;
        for (; i >> 1 > from; i--) {
            o[n - i + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long twiceDown(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = n;
        for (; 2L * i >= from; i--) {
            o[n - i + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long twiceDownStrict(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = n;
        for (; 3L * i > from; i -= 2) {
            o[n - i + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long doWhileAllowed(int[] a, long[] o, int from, int n) {
        boolean isAllowed = a.length > 3;
        long s = 0;
        int i = from;
        do {
            o[i - from + 4] += i + 1;
            s += i;
            i++;
        } while (i < n && i < a.length && isAllowed);
        return s * 31 + i;
    }

    @GpuKernel
    static long doNeverAgain(int[] a, long[] o, int from, int n) {
        boolean isAllowed = from > 0;
        long s = 0;
        int i = from;
        do {
            o[i - from + 4] += i + 1;
            s += i;
            i++;
        } while (isAllowed && i < n);
        return s * 31 + i;
    }

    @GpuKernel
    static long doAllowedInclusive(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        do {
            o[i - from + 4] += i + 1;
            s += i;
            i += 2;
        } while (i <= n && from > -2);
        return s * 31 + i;
    }

    @GpuKernel
    static long doUntilEqualOrEnd(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        do {
            o[i - from + 4] += i + 1;
            s += i;
            i++;
        } while (i != n && i < a.length);
        return s * 31 + i;
    }

    @GpuKernel
    static long doUntilEqualAllowed(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        do {
            o[i - from + 4] += i + 1;
            s += i;
            i++;
        } while (i != n && n > 2);
        return s * 31 + i;
    }

    @GpuKernel
    static long doAllowedBetween(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        do {
            o[i - from + 4] += i + 1;
            s += i;
            i++;
        } while (i < n && n < 100 && i <= a.length);
        return s * 31 + i;
    }
}
