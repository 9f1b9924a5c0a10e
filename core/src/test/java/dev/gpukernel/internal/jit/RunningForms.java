package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Sequential;

/**
 * Loops with numbers that run along, in threads and between launches, whose variables may wrap around before they reach their bounds.
 * What they read ends each of them in the end.
 */
@SuppressWarnings({"lossy-conversions", "IntLongMath", "NarrowCalculation", "NarrowingCompoundAssignment"
}) // as people write it
final class RunningForms {
    private RunningForms() {}

    @GpuKernel
    static void quarters(int[] a, long[] o, int from, int n) {
        for (int t = 0; t < 4; t++) {
            int p = t;
            long s = 0;
            for (int i = from; i < n; i += 1 << 30) {
                s = s * 3 + a[p] + i;
                p++;
            }
            o[t] = s + p;
        }
    }

    @GpuKernel
    static void eighthsInclusive(int[] a, long[] o, int from, int n) {
        for (int t = 0; t < 4; t++) {
            int p = 2 * t;
            long q = t;
            long s = 0;
            for (int i = from; i <= n; i += 1 << 29) {
                s = s * 3 + a[p] + i;
                p += 3;
                q += 5;
            }
            o[t] = s + p;
            o[t + 4] = q;
        }
    }

    @GpuKernel
    static void downUnlessFound(int[] a, long[] o, int from, int n) {
        for (int t = 0; t < 4; t++) {
            int p = t;
            long q = 0;
            for (int i = from; i > n; i -= 1 << 29) {
                if (a[p] == 50 + t) {
                    break;
                }
                p++;
                q += 2;
            }
            o[t] = p + q;
        }
    }

    /** A step that is even and no power of 2: the loop may come to its end after the variable has wrapped around. */
    @GpuKernel
    static void sixths(int[] a, long[] o, int from, int n) {
        for (int t = 0; t < 4; t++) {
            int p = t;
            long s = 0;
            for (int i = from; i < n; i += 6 << 27) {
                s = s * 3 + a[p] + i;
                p++;
            }
            o[t] = s + p;
        }
    }

    @GpuKernel
    static void fifthsDown(int[] a, long[] o, int from, int n) {
        for (int t = 0; t < 4; t++) {
            int p = t;
            long q = 0;
            for (int i = from; i >= n; i -= 5 << 28) {
                o[t + 8] += a[p];
                p++;
                q += i;
            }
            o[t] = q + p;
        }
    }

    /** By steps of six where nothing is far. */
    @GpuKernel
    static long bySix(int[] a, long[] o, int from, int n) {
        int p = 0;
        long q = 5;
        for (int i = from; i < n; i += 6) {
            o[p] = a[p] + q + i;
            p++;
            q += 3;
        }
        return q * 31 + p;
    }

    @GpuKernel
    static long bySixDown(int[] a, long[] o, int from, int n) {
        int p = 60;
        for (int i = from; i >= n; i -= 12) {
            if (p > 8) {
                o[p] = i;
            }
            p -= 5_000_011;
        }
        return p;
    }

    @GpuKernel
    static long byFourWithTwoBounds(int[] a, long[] o, int from, int n) {
        int p = 3;
        for (int i = from; i < n && i < a.length; i += 4) {
            o[p] = i + p;
            p++;
        }
        return p;
    }

    /** An inner loop of an int up to a long, whose variable is used after it. */
    @GpuKernel
    static void upToALong(int[] a, long[] o, int from, int n) {
        long end = n + 1L;
        for (int t = 0; t < 4; t++) {
            long s = 0;
            int i = from;
            for (; i < end; i++) {
                s += a[i];
            }
            o[t] = s + i;
        }
    }

    /** A number that runs on over rows whose columns are three apart. */
    @GpuKernel
    static long rowsByThree(int[] a, long[] o, int from, int n) {
        int p = 0;
        for (int y = 0; y < 3; y++) {
            for (int x = 0; x < 29; x += 3) {
                o[p] = a[x] + p;
                p += 2;
            }
        }
        return p;
    }

    /** The host goes through the steps. */
    @GpuKernel
    static void between(int[] a, long[] o, int from, int n) {
        int p = 0;
        for (@Sequential int i = from; i < n; i += 1 << 30) {
            int more = a[p];
            for (int j = 0; j < 8; j++) {
                o[j] = o[j] * 3 + more + p;
            }
            p++;
        }
    }

    /** Its variable moves to and fro in an iteration, and by 3 in all. */
    @GpuKernel
    static long updatedTwice(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        while (i < n) {
            i += 4;
            o[i - from + 4] += i;
            i--;
            s += i;
        }
        return s * 31 + i;
    }

    /** What comes after both updates is one way again. */
    @GpuKernel
    static long updatedOnTwoWays(int[] a, long[] o, int from, int n) {
        long s = 0;
        int i = from;
        while (i < n) {
            int at = i - from + 4;
            if (a[at] > 50) {
                o[at] += 1;
                i++;
            } else {
                o[at] -= i;
                i -= -1;
            }
            s += i ^ at;
        }
        return s * 31 + i;
    }

    /** Down, in two steps on each way, as a byte. */
    @GpuKernel
    static long narrowOnTwoWays(int[] a, long[] o, int from, int n) {
        long s = 0;
        int end = Math.max(n, -128);
        byte i = (byte) from;
        while (i > end) {
            s += a[i & 63];
            if (a[i & 63] > 20) {
                i--;
            } else {
                i += 2;
                i -= 3;
            }
            s += i;
        }
        return s * 31 + i;
    }

    /** Stays as it is on one way, so it is no loop variable. */
    @GpuKernel
    static void updatedOnOneWay(int[] a, long[] o, int from, int n) {
        for (int t = 0; t < 4; t++) {
            int i = from;
            long s = 0;
            for (int turn = 0; turn < 70 && i < n; turn++) {
                if (a[turn] > 50) {
                    i += 2;
                }
                s += i;
            }
            o[t] = s;
        }
    }

    @GpuKernel
    static long besideByte(int[] a, long[] o, int from, int n) {
        int p = 2;
        long q = from;
        for (byte i = (byte) from; i < n; i++) {
            o[p] = a[p - 2] + q;
            p++;
            q += n;
        }
        return q * 31 + p;
    }

    @GpuKernel
    static long besideShortDown(int[] a, long[] o, int from, int n) {
        long p = 60;
        int q = n;
        for (short i = (short) from; i >= n; i -= 3) {
            o[(int) p] = a[(int) p] + q + i;
            q -= from;
            p -= 2;
        }
        return q * 31 + p;
    }

    @GpuKernel
    static long besideChar(int[] a, long[] o, int from, int n) {
        int p = 0;
        short q = 32_700;
        for (char i = (char) from; i < n; i++) {
            o[p] = a[p] * 7 + q;
            p += 1;
            q += 3;
        }
        return p * 100_000 + q;
    }
}
