package dev.gpukernel.contract;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Sequential;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Kernels with memory segments, alone and beside arrays. */
final class SegmentKernels {
    private SegmentKernels() {}

    @GpuKernel
    static void saxpy(float a, MemorySegment x, MemorySegment y) {
        for (long i = 0; i < y.byteSize() / 4; i++) {
            y.setAtIndex(JAVA_FLOAT, i, a * x.getAtIndex(JAVA_FLOAT, i) + y.getAtIndex(JAVA_FLOAT, i));
        }
    }

    @GpuKernel
    static void beside(int[] x, MemorySegment y, long add) {
        for (int i = 0; i < x.length; i++) {
            y.setAtIndex(JAVA_LONG, i, x[i] + add);
        }
    }

    @GpuKernel
    static void shift(MemorySegment x, MemorySegment y, long by) {
        long n = y.byteSize() / JAVA_INT.byteSize();
        for (long i = n - 1; i >= 0; i--) {
            y.setAtIndex(JAVA_INT, i, x.getAtIndex(JAVA_INT, i + by));
        }
    }

    @GpuKernel
    static double dot(MemorySegment x, MemorySegment y) {
        double sum = 0;
        for (int i = 0; i < x.byteSize() / Double.BYTES; i++) {
            sum += x.getAtIndex(JAVA_DOUBLE, i) * y.getAtIndex(JAVA_DOUBLE, i);
        }
        return sum;
    }

    @GpuKernel
    static int best(MemorySegment x) {
        int best = Integer.MIN_VALUE;
        long at = -1;
        for (long i = 0; i < x.byteSize() >> 1; i++) {
            short v = x.getAtIndex(JAVA_SHORT, i);
            if (v > best) {
                best = v;
                at = i;
            }
        }
        return (int) at;
    }

    @GpuKernel
    static void transpose(int w, MemorySegment x, MemorySegment y) {
        long h = x.byteSize() / 2 / w;
        for (long r = 0; r < h; r++) {
            for (int c = 0; c < w; c++) {
                y.setAtIndex(JAVA_CHAR, c * h + r, x.getAtIndex(JAVA_CHAR, r * w + c));
            }
        }
    }

    @GpuKernel
    static void rows(double[][] a, MemorySegment sums) {
        for (int i = 0; i < a.length; i++) {
            double sum = 0;
            for (double v : a[i]) {
                sum += v;
            }
            sums.setAtIndex(JAVA_DOUBLE, i, sum);
        }
    }

    @GpuKernel
    static void cumulative(MemorySegment x, MemorySegment sums) {
        long sum = 0;
        for (long i = 0; i < x.byteSize(); i++) {
            sum += x.getAtIndex(JAVA_BYTE, i);
            sums.setAtIndex(JAVA_LONG, i, sum);
        }
    }

    @GpuKernel
    static long positive(MemorySegment x, MemorySegment out) {
        long n = 0;
        for (long i = 0; i < x.byteSize() / 4; i++) {
            int v = x.getAtIndex(JAVA_INT, i);
            if (v > 0) {
                out.setAtIndex(JAVA_INT, n++, v);
            }
        }
        return n;
    }

    @GpuKernel
    static void histogram(MemorySegment x, MemorySegment bins) {
        for (long i = 0; i < x.byteSize(); i++) {
            int bin = x.getAtIndex(JAVA_BYTE, i) & 255;
            bins.setAtIndex(JAVA_INT, bin, bins.getAtIndex(JAVA_INT, bin) + 1);
        }
    }

    @GpuKernel
    static long indexOf(MemorySegment x, char key) {
        for (long i = 0; i < x.byteSize() / 2; i++) {
            if (x.getAtIndex(JAVA_CHAR_UNALIGNED, i) == key) {
                return i;
            }
        }
        return -1;
    }

    @GpuKernel
    static void gather(MemorySegment at, MemorySegment x, MemorySegment y) {
        for (int i = 0; i < at.byteSize() / 8; i++) {
            y.setAtIndex(JAVA_SHORT_UNALIGNED, i, x.getAtIndex(JAVA_SHORT, at.getAtIndex(JAVA_LONG, i)));
        }
    }

    @GpuKernel
    static void steps(int steps, MemorySegment u, MemorySegment v) {
        MemorySegment a = u;
        MemorySegment b = v;
        for (int step = 0; step < steps; step++) {
            for (long i = 1; i < u.byteSize() / 4 - 1; i++) {
                b.setAtIndex(JAVA_FLOAT, i, (a.getAtIndex(JAVA_FLOAT, i - 1) + a.getAtIndex(JAVA_FLOAT, i + 1)) / 2);
            }
            MemorySegment t = a;
            a = b;
            b = t;
        }
    }

    @GpuKernel
    static void either(boolean second, MemorySegment x, MemorySegment y, MemorySegment to) {
        MemorySegment from = second ? y : x;
        for (long i = 0; i < to.byteSize() / 4; i++) {
            to.setAtIndex(JAVA_INT, i, from.getAtIndex(JAVA_INT, i) + 1);
        }
    }

    @GpuKernel
    static void smooth(MemorySegment x, MemorySegment y) {
        for (long i = 0; i < count(y); i++) {
            y.setAtIndex(JAVA_FLOAT, i, mean(x, ValueLayout.JAVA_FLOAT, i));
        }
    }

    private static long count(MemorySegment segment) {
        return segment.byteSize() / ValueLayout.JAVA_FLOAT.byteSize();
    }

    private static float mean(MemorySegment x, ValueLayout.OfFloat layout, long i) {
        return 0.5f * (x.getAtIndex(layout, Math.max(0, i - 1)) + x.getAtIndex(layout, i));
    }

    @GpuKernel
    static void between(MemorySegment x) {
        x.setAtIndex(JAVA_INT, 0, (int) (x.byteSize() / 4));
        int n = x.getAtIndex(JAVA_INT, 0);
        for (int i = 1; i < n; i++) {
            x.setAtIndex(JAVA_INT, i, x.getAtIndex(JAVA_INT, i) * 3);
        }
        x.setAtIndex(JAVA_INT, 1, x.getAtIndex(JAVA_INT, 2) + 1);
    }

    @GpuKernel
    static void ordered(MemorySegment x) {
        for (@Sequential long i = 1; i < x.byteSize() / 4; i++) {
            x.setAtIndex(JAVA_INT_UNALIGNED, i, x.getAtIndex(JAVA_INT_UNALIGNED, i - 1) * 31 + (int) i);
        }
    }

    @GpuKernel
    static void inPlace(MemorySegment x, MemorySegment y) {
        for (long i = 0; i < x.byteSize() / 8; i++) {
            y.setAtIndex(JAVA_DOUBLE, i, x.getAtIndex(JAVA_DOUBLE, i) + 1);
        }
    }

    @GpuKernel
    static int[] made(MemorySegment x) {
        int[] made = new int[(int) x.byteSize()];
        for (int i = 0; i < made.length; i++) {
            made[i] = x.getAtIndex(JAVA_BYTE, i) << 1;
        }
        return made;
    }

    @GpuKernel
    static void wrapped(MemorySegment x, MemorySegment y, long high) {
        for (long i = 0; i < x.byteSize() / 4; i++) {
            y.setAtIndex(JAVA_INT, i, x.getAtIndex(JAVA_INT, i + high));
        }
    }

    @GpuKernel
    static void caught(MemorySegment x, MemorySegment y, long high) {
        for (long i = 0; i < y.byteSize() / 4; i++) {
            try {
                y.setAtIndex(JAVA_INT, i, x.getAtIndex(JAVA_INT, i % 3 == 0 ? i + high : i));
            } catch (IndexOutOfBoundsException e) {
                y.setAtIndex(JAVA_INT, i, -1);
            }
        }
    }

    @GpuKernel
    static int passedOn(MemorySegment x, int[] y, long high) {
        int sum = 0;
        for (int i = 0; i < y.length; i++) {
            try {
                sum += x.getAtIndex(JAVA_INT, i == 40 ? i + high : i);
            } catch (ArrayIndexOutOfBoundsException e) {
                sum += 1000;
            } catch (IndexOutOfBoundsException e) {
                if (i < 50) {
                    throw e;
                }
                sum++;
            } finally {
                y[i] = ~i;
            }
        }
        return sum;
    }

    @GpuKernel
    static void thirds(MemorySegment x, MemorySegment y) {
        long n = x.byteSize() / 12;
        for (long i = 0; i < n; i++) {
            for (long k = 0; k < 3; k++) {
                y.setAtIndex(JAVA_INT, 3 * i + k, x.getAtIndex(JAVA_INT, k * n + i));
            }
        }
    }

    @GpuKernel(checked = false)
    static void unchecked(MemorySegment x, MemorySegment y) {
        for (long i = 0; i < y.byteSize() / 4; i++) {
            y.setAtIndex(JAVA_FLOAT, i, x.getAtIndex(JAVA_FLOAT, i) * 2);
        }
    }

    @GpuKernel
    static boolean asks(MemorySegment x, int[] y) {
        boolean is = x == null;
        if (!is) {
            for (int i = 0; i < y.length; i++) {
                y[i] = x.getAtIndex(JAVA_INT, i);
            }
        } else {
            for (int i = 0; i < y.length; i++) {
                y[i] = i;
            }
        }
        return is;
    }

    @GpuKernel
    static void untouched(MemorySegment x, long[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = x.byteSize();
        }
    }

    @GpuKernel
    static void gridScale(MemorySegment x, MemorySegment y) {
        int i = Grid.x();
        if (i < y.byteSize() / 4) {
            y.setAtIndex(JAVA_FLOAT, i, 3 * x.getAtIndex(JAVA_FLOAT, i));
        }
    }

    @GpuKernel
    static void gridReverse(MemorySegment x) {
        int[] part = Shared.ints(64);
        int t = ThreadIdx.x();
        part[t] = x.getAtIndex(JAVA_INT, Grid.x());
        Block.sync();
        x.setAtIndex(JAVA_INT, Grid.x(), part[63 - t]);
    }
}
