package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuKernel;

/** Counted loops whose test stands in all kinds of places: before, after and beside the update. */
final class ConditionPlaces {
    private ConditionPlaces() {}

    @GpuKernel
    static long doPre(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        do {
            o[i - from + 4] += i + 1;
            s += i;
        } while (++i < n);
        return s * 31 + i;
    }

    @GpuKernel
    static long doPost(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        do {
            o[i - from + 4] += i + 1;
            s += i;
        } while (i++ < n);
        return s * 31 + i;
    }

    @GpuKernel
    static long doInclusiveByTwo(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        do {
            o[i - from + 4] += i + 1;
            s += i;
            i += 2;
        } while (i <= n);
        return s * 31 + i;
    }

    @GpuKernel
    static long doUntilEqual(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        do {
            o[i - from + 4] += i + 1;
            s += i;
            i++;
        } while (i != n);
        return s * 31 + i;
    }

    @GpuKernel
    static long doDown(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = n;
        do {
            o[n - i + 4] += i + 1;
            s += i;
            i--;
        } while (i > from);
        return s * 31 + i;
    }

    @GpuKernel
    static long doDownPre(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = n;
        do {
            o[n - i + 4] += i + 1;
            s += i;
        } while (--i >= from);
        return s * 31 + i;
    }

    @GpuKernel
    static long doWithContinue(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        do {
            if ((i & 3) == 1) {
                continue;
            }
            o[i - from + 4] += i + 1;
            s += i;
        } while (++i < n);
        return s * 31 + i;
    }

    @GpuKernel
    static long doOfLong(int[] a, long[] o, int from, int n) {
        long s = 0;
        long i = from;
        do {
            o[(int) (i - from) + 4] += i + 1;
            s += i;
        } while (++i < n);
        return s * 31 + i;
    }

    @GpuKernel
    static long doOfChar(int[] a, long[] o, int from, int n) {
        long s = 0;
        char i = (char) from;
        do {
            o[i - from + 4] += i + 1;
            s += i;
        } while (++i < n);
        return s * 31 + i;
    }

    @GpuKernel
    static long breakAtEnd(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; ; i++) {
            o[i - from + 4] += i + 1;
            s += i;
            if (i >= n) {
                break;
            }
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long breakAtBeginning(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        for (; ; ) {
            if (i >= n) {
                break;
            }
            o[i - from + 4] += i + 1;
            s += i;
            i++;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long whilePre(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        while (++i < n) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long whilePost(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        while (i++ < n) {
            o[i - from + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long whileDownPost(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = n;
        while (i-- > from) {
            o[n - i + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long whileDownPre(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = n;
        while (--i >= from) {
            o[n - i + 4] += i + 1;
            s += i;
        }
        return s * 31 + i;
    }

    @GpuKernel
    static long whileWithContinue(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        while (i < n) {
            if ((i & 3) == 1) {
                i++;
                continue;
            }
            o[i - from + 4] += i + 1;
            s += i;
            i++;
        }
        return s * 31 + i;
    }
}
