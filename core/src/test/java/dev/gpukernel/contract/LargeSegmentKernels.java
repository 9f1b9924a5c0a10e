package dev.gpukernel.contract;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.gpukernel.GpuKernel;
import java.lang.foreign.MemorySegment;

/** Kernels whose indices are longs, of which some elements of large segments are looked at. */
public final class LargeSegmentKernels {
    private LargeSegmentKernels() {}

    @GpuKernel
    static void add(MemorySegment x, MemorySegment y, long from, long to, long by) {
        for (long i = from; i < to; i++) {
            y.setAtIndex(JAVA_INT, i, x.getAtIndex(JAVA_INT, i + by) + (int) i);
        }
    }

    @GpuKernel
    static void inPlace(MemorySegment x, long from, long to, long by) {
        for (long i = from; i < to; i++) {
            x.setAtIndex(JAVA_INT, i, x.getAtIndex(JAVA_INT, i - by) * 3 + 1);
        }
    }

    @GpuKernel
    static void down(MemorySegment x, long from, long to) {
        for (long i = to - 1; i >= from; i--) {
            x.setAtIndex(JAVA_SHORT, i, (short) (i >> 3));
        }
    }

    @GpuKernel
    static void strided(MemorySegment x, long from, long to) {
        for (long i = from; i < to; i += 7) {
            x.setAtIndex(JAVA_BYTE, i, (byte) (i ^ (i >> 32)));
        }
    }

    @GpuKernel
    static void farApart(MemorySegment x, long rows, long columns, long width) {
        for (long i = 0; i < rows; i++) {
            for (long j = 0; j < columns; j++) {
                x.setAtIndex(JAVA_INT, i * width + j, (int) (31 * i + j));
            }
        }
    }

    @GpuKernel
    static long sum(MemorySegment x, long from, long to) {
        long sum = 0;
        for (long i = from; i < to; i++) {
            sum += x.getAtIndex(JAVA_INT, i);
        }
        return sum;
    }

    @GpuKernel
    static double dot(MemorySegment x, MemorySegment y, long from, long to, long by) {
        double sum = 0;
        for (long i = from; i < to; i++) {
            sum += x.getAtIndex(JAVA_DOUBLE, i) * y.getAtIndex(JAVA_DOUBLE, i + by);
        }
        return sum;
    }

    @GpuKernel
    static void cumulate(MemorySegment x, MemorySegment y, long from, long to) {
        int sum = 0;
        for (long i = from; i < to; i++) {
            sum += x.getAtIndex(JAVA_INT, i);
            y.setAtIndex(JAVA_INT, i, sum);
        }
    }

    @GpuKernel
    static long compact(MemorySegment x, MemorySegment y, long from, long to, long first) {
        long next = first;
        for (long i = from; i < to; i++) {
            int v = x.getAtIndex(JAVA_INT, i);
            if ((v & 3) == 1) {
                y.setAtIndex(JAVA_INT, next++, v);
            }
        }
        return next;
    }

    @GpuKernel
    static void count(MemorySegment x, long from, long to, int[] counts) {
        for (long i = from; i < to; i++) {
            counts[x.getAtIndex(JAVA_INT, i) & 15]++;
        }
    }

    @GpuKernel
    static void countThere(MemorySegment x, MemorySegment counts, long from, long to, long first) {
        for (long i = from; i < to; i++) {
            long at = first + (x.getAtIndex(JAVA_INT, i) & 15);
            counts.setAtIndex(JAVA_INT, at, counts.getAtIndex(JAVA_INT, at) + 1);
        }
    }

    @GpuKernel
    static void gather(MemorySegment at, MemorySegment x, int[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = x.getAtIndex(JAVA_INT, at.getAtIndex(JAVA_LONG, i));
        }
    }

    @GpuKernel
    static long indexOf(MemorySegment x, long from, long to, int wanted) {
        for (long i = from; i < to; i++) {
            if (x.getAtIndex(JAVA_INT, i) == wanted) {
                return i;
            }
        }
        return -1;
    }

    /** Few of many iterations touch anything. */
    @GpuKernel
    static void seldom(MemorySegment x, long n) {
        for (long i = 0; i < n; i++) {
            if ((i & 0xFFFFFF) == 5) {
                x.setAtIndex(JAVA_BYTE, i, (byte) (i >> 24));
            }
        }
    }

    @GpuKernel
    static long many(MemorySegment x, long n) {
        long sum = 0;
        for (long i = 0; i < n; i++) {
            if ((i & 0xFFFFFF) == 5) {
                sum += i * x.getAtIndex(JAVA_BYTE, i);
            }
        }
        return sum;
    }

    @GpuKernel
    static void fillFloats(MemorySegment x) {
        for (long i = 0; i < x.byteSize() / JAVA_FLOAT.byteSize(); i++) {
            x.setAtIndex(JAVA_FLOAT, i, (float) ((i ^ (i >> 32)) & 63));
        }
    }

    @GpuKernel
    static double sumFloats(MemorySegment x) {
        double sum = 0;
        for (long i = 0; i < x.byteSize() / JAVA_FLOAT.byteSize(); i++) {
            sum += x.getAtIndex(JAVA_FLOAT, i);
        }
        return sum;
    }

    @GpuKernel
    static void fillBytes(MemorySegment x) {
        for (long i = 0; i < x.byteSize(); i++) {
            x.setAtIndex(JAVA_BYTE, i, (byte) (i >> 8));
        }
    }

    @GpuKernel
    static long sumBytes(MemorySegment x) {
        long sum = 0;
        for (long i = 0; i < x.byteSize(); i++) {
            sum += x.getAtIndex(JAVA_BYTE, i);
        }
        return sum;
    }

    @GpuKernel
    static void cumulateBytes(MemorySegment x) {
        byte sum = 0;
        for (long i = 0; i < x.byteSize(); i++) {
            sum += x.getAtIndex(JAVA_BYTE, i);
            x.setAtIndex(JAVA_BYTE, i, sum);
        }
    }

    @GpuKernel
    static void shift(MemorySegment x, MemorySegment y, long by) {
        for (long i = 0; i < y.byteSize(); i++) {
            y.setAtIndex(JAVA_BYTE, i, x.getAtIndex(JAVA_BYTE, i + by));
        }
    }

    @GpuKernel
    static void negate(byte[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = (byte) -x[i];
        }
    }
}
