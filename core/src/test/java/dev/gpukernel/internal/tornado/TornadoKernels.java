package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import dev.gpukernel.device.Warp;

/** Kernels of the backend's own tests. Those that are refused have their reason in their line. */
final class TornadoKernels {
    private static final int[] PRIMES = {2, 3, 5, 7, 11, 13};

    private TornadoKernels() {}

    @GpuKernel
    static void saxpy(float a, float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = a * x[i] + y[i];
        }
    }

    @GpuKernel
    static void addIf(boolean really, float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] += really ? x[i] : 1;
        }
    }

    @GpuKernel
    static void turnAround(float[] from, float[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[from.length - 1 - i];
        }
    }

    @GpuKernel
    static void everyThird(float[] x) {
        int i = Grid.x() * 3;
        if (i < x.length) {
            x[i] = i;
        }
    }

    @GpuKernel
    static void everything(byte a, char b, short c, boolean d, long e, double f, boolean[] flags, char[] chars) {
        int i = Grid.x();
        if (i >= flags.length) {
            return;
        }
        int[] own = new int[40];
        for (int k = 0; k <= i % own.length; k++) {
            own[k] += PRIMES[(k + i) % PRIMES.length];
        }
        flags[i] = d ^ own[i % own.length] > 5;
        chars[i] = (char) (chars[i] + a + b + c + e + (long) f);
    }

    /** The largest sum of what is above 0 throws its numbers, of each kind. */
    @GpuKernel
    static void complain(float[] x, double[] y, long[] z) {
        for (int i = 0; i < x.length; i++) {
            if (x[i] < 0) {
                throw new IllegalArgumentException("negative: " + x[i]);
            }
            if (y[i] < 0) {
                throw new ArithmeticException("of " + z[i] + ", " + y[i]);
            }
            x[i] = 1;
        }
    }

    /** In the order of the nest, the lowest is not that of the lowest block. */
    @GpuKernel
    static void table(int rows, int columns, int[] divisors, int[] out) {
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                out[row * columns + column] = 1000 / divisors[row * columns + column];
            }
        }
    }

    @GpuKernel
    static int sum(int[] x) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
        }
        return sum;
    }

    @GpuKernel
    static void compareAndSet(int[] out) {
        Atomic.compareAndSet(out, 0, 0, Grid.x()); // atomic.compare_and_set
    }

    @GpuKernel
    static void oldValue(int[] out) {
        out[Grid.x()] = Atomic.add(out, 0, 1); // the old value
    }

    @GpuKernel
    static void sharedSum(int[] out) {
        int[] shared = Shared.ints(1);
        Atomic.add(shared, 0, 1); // for which its compiler has no right code
        Block.sync();
        out[Grid.x()] = shared[0];
    }

    @GpuKernel
    static void wholeGrid(int[] out) {
        Grid.sync(); // Grid.sync
        out[Grid.x()] = 1;
    }

    @GpuKernel
    static void shuffle(int[] out) {
        out[Grid.x()] = Warp.shuffle(out[0], 3); // Warp.shuffle
    }

    @GpuKernel
    static void dynamic(int[] out) {
        int[] shared = Shared.dynamicInts(0, 4); // shared memory whose size the launch says
        shared[ThreadIdx.x()] = 1;
        Block.sync();
        out[Grid.x()] = shared[0];
    }

    @GpuKernel
    static void bits(float[] x, int[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = Float.floatToRawIntBits(x[i]); // Float.floatToRawIntBits
        }
    }

    @GpuKernel
    static void fused(float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = Math.fma(x[i], x[i], 1f); // Math.fma
        }
    }

    @GpuKernel
    static void print(int[] x) {
        Gpu.printf("%d%n", x[Grid.x()]); // Gpu.printf
    }

    @GpuKernel
    static void manyArrays(int[] a, int[] b, int[] c, int[] d, int[] e, int[] f, int[] g, int[] h, int[] i, int[] j) {
        int x = Grid.x();
        a[x] = b[x] + c[x] + d[x] + e[x] + f[x] + g[x] + h[x] + i[x] + j[x];
    }

    @GpuKernel
    static void tooManyArrays(
            int[] a, int[] b, int[] c, int[] d, int[] e, int[] f, int[] g, int[] h, int[] i, int[] j, int[] k) {
        int x = Grid.x();
        a[x] = b[x] + c[x] + d[x] + e[x] + f[x] + g[x] + h[x] + i[x] + j[x] + k[x];
    }
}
