package dev.gpukernel.internal.cpu;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Parallel;

/** Plain loops for the tests of the CPU backend. */
final class LoopKernels {
    private LoopKernels() {}

    @GpuKernel
    static void add(float[] a, float[] b, float[] c) {
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] + b[i];
        }
    }

    @GpuKernel
    static void gather(int[] index, int[] from, int[] to) {
        for (int i = 0; i < index.length; i++) {
            to[i] += from[index[i]];
        }
    }

    @GpuKernel
    static void divide(int[] a, int[] b, int[] to) {
        for (int i = 3; i <= to.length - 2; i++) {
            to[i] = share(a[i], b[i]);
        }
    }

    private static int share(int a, int b) {
        return a / b;
    }

    /** Stores before it throws. */
    @GpuKernel
    static void storeAndThrow(int[] a, int limit) {
        for (int i = 0; i < a.length; i++) {
            a[i] = -i;
            if (i > limit) {
                throw new IllegalStateException("too far: " + i);
            }
        }
    }

    @GpuKernel
    static void convolve(float[] in, float[] filter, float[] out, int width, int height, int radius) {
        for (int i = 0; i < out.length; i++) {
            int y = i / width;
            int x = i % width;
            float sum = 0;
            for (int dy = -radius; dy <= radius; dy++) {
                int row = Math.max(0, Math.min(height - 1, y + dy));
                for (int dx = -radius; dx <= radius; dx++) {
                    int column = Math.max(0, Math.min(width - 1, x + dx));
                    sum += in[row * width + column] * filter[(dy + radius) * (2 * radius + 1) + dx + radius];
                }
            }
            out[i] = sum;
        }
    }

    /** Every row but the first and the last. */
    @GpuKernel
    static void smoothRows(float[] in, float[] out, int width, int height) {
        for (@Parallel int y = 1; y < height - 1; y++) {
            for (int x = 1; x < width - 1; x++) {
                int i = y * width + x;
                out[i] = in[i - width] + in[i - 1] + in[i] + in[i + 1] + in[i + width];
            }
        }
    }

    /** Downwards, in steps, to half. */
    @GpuKernel
    static void triangle(long[] to, int n) {
        for (@Parallel int i = 0; i < n; i++) {
            long sum = 0;
            for (int j = i; j >= 0; j -= 2) {
                sum += to[n + j];
            }
            to[i] = sum;
        }
    }

    @GpuKernel
    static void histogram(byte[] x, int[] counts) {
        for (int i = 0; i < x.length; i++) {
            counts[x[i] & 63]++;
        }
    }

    /** Of which an element may be none of a count. */
    @GpuKernel
    static void checkedHistogram(int[] x, int[] counts) {
        for (int i = 0; i < x.length; i++) {
            counts[x[i]]++;
        }
    }

    @GpuKernel
    static void setUpDivides(int[] to, int parts) {
        int size = to.length / parts;
        for (int i = 0; i < size; i++) {
            to[i] = size;
        }
    }
}
