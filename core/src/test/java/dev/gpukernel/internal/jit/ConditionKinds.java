package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuKernel;

/** Counted loops with all kinds of tests and updates. */
@SuppressWarnings({"NarrowingCompoundAssignment", "IntLongMath", "OperatorPrecedence"})
final class ConditionKinds {
    private ConditionKinds() {}

    @GpuKernel
    static long oneMore(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i + 1 < n; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long threeMoreByTwo(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i + 3 <= n; i += 2) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long oneLess(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i < n - 1; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long two(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i < n && i < a.length; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long twoComparisons(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i <= n && i < a.length; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long twoUntilEqual(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i != n && i < a.length; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long twoWithSums(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i - 2 < a.length && i < n && i + 2 <= 60; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long threeDown(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = n;
        for (; i >= from && i > -5 && i + 1 > -3; i--) {
            o[n - i + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long conditionFirst(int[] a, long[] o, int from, int n) {
        long s = 0;
        boolean ok = (n & 1) == 0;
        int i = from;
        for (; ok && i < n; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long conditionLast(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i <= n && (from & 1) == 0; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long breakAtNumber(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i < n; i++) {
            if (i == 40) {
                break;
            }
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long element(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i < a[2]; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long elementInclusiveByThree(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i <= a[2]; i += 3) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long elementOutOfBounds(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i < a[n]; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long quotient(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i < 1000 / n; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long intToLong(int[] a, long[] o, int from, int n) {
        long s = 0;
        long most = 3L * n;
        int i = from;
        for (; i < most; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long intToFarLong(int[] a, long[] o, int from, int n) {
        long s = 0;
        long most = ((long) n << 32) + n;
        int i = from;
        for (; i <= most; i += 3) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long longToInt(int[] a, long[] o, int from, int n) {
        long s = 0;
        long i = from;
        for (; i < n; i++) {
            o[(int) (i - from) + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long ofByte(int[] a, long[] o, int from, int n) {
        long s = 0;
        byte i = (byte) from;
        for (; i < n; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long ofByteByThree(int[] a, long[] o, int from, int n) {
        long s = 0;
        byte i = (byte) from;
        for (; i <= n; i += 3) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long ofShort(int[] a, long[] o, int from, int n) {
        long s = 0;
        short i = (short) from;
        for (; i < n; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long ofChar(int[] a, long[] o, int from, int n) {
        long s = 0;
        char i = (char) from;
        for (; i < n; i++) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long ofCharDown(int[] a, long[] o, int from, int n) {
        long s = 0;
        char i = (char) n;
        for (; i > from; i--) {
            o[n - i + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long byStep(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        int step = n | 1;
        for (; i < 60; i += step) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long byStepInclusive(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        int step = n | 1;
        for (; i <= a[3]; i += step) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long byStepDown(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = n;
        for (; i > -60; i -= from | 1) {
            o[n - i + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long byStepUpwards(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; i < 60; i -= n | 1) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long meeting(int[] a, long[] o, int from, int n) {
        long s = 0;
        int j = n;
        int i = from;
        for (; i < j; i++, j--) {
            o[i - from + 4] += i + 1;
            s += i;
            s -= j;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long meetingInclusive(int[] a, long[] o, int from, int n) {
        long s = 0;
        int j = n;
        int i = from;
        for (; j >= i; i++, j--) {
            o[i - from + 4] += i + 1;
            s += i;
            s -= j;
        }
        return s * 31 + i;
    }
}
