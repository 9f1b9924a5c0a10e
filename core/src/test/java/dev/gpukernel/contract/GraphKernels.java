package dev.gpukernel.contract;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;

/** Kernels of integers for graphs: plain loops and grid kernels. */
final class GraphKernels {
    static final int TILE = 64;

    private GraphKernels() {}

    /** A scale and what comes before and after it. */
    record Weights(int before, int scale, long after) {}

    @GpuKernel
    static void scale(int factor, int[] from, int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = factor * from[i] + i;
        }
    }

    @GpuKernel
    static void weigh(Weights w, int[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = (x[i] + w.before()) * w.scale() + (int) w.after();
        }
    }

    /** Where an index of a thread is too large, it throws. */
    @GpuKernel
    static void gather(int[] index, int[] from, int[] to) {
        int i = Grid.x();
        if (i < to.length) {
            to[i] = from[index[i]];
        }
    }

    /** Adds up to {@code count} elements. */
    @GpuKernel
    static void addFirst(int count, int[] from, int[] to) {
        for (int i = 0; i < count; i++) {
            to[i] += from[i];
        }
    }

    /** Turns tiles around in shared memory. */
    @GpuKernel(blockSize = TILE)
    static void turn(int[] from, int[] to) {
        int[] tile = Shared.ints(TILE);
        int i = Grid.x();
        tile[ThreadIdx.x()] = i < from.length ? from[i] : 0;
        Block.sync();
        if (i < to.length) {
            to[i] = tile[TILE - 1 - ThreadIdx.x()];
        }
    }

    /** Time steps, there and back. */
    @GpuKernel
    static void steps(int steps, int[] u, int[] v) {
        for (int step = 0; step < steps; step++) {
            for (int i = 1; i < u.length - 1; i++) {
                v[i] = u[i - 1] + u[i + 1] - u[i];
            }
            for (int i = 0; i < u.length; i++) {
                u[i] = v[i];
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

    /** Has a sum that the host stores. */
    @GpuKernel
    static void sumInto(int[] x, int[] sums) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
        }
        sums[0] = sum;
    }

    /** Reads on the host how often it steps. */
    @GpuKernel
    static void stepsOf(int[] count, int[] x) {
        int steps = count[0];
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < x.length; i++) {
                x[i] += i;
            }
        }
    }

    /** Is refused for a stride of which it is not known that rows are apart. */
    @GpuKernel
    static void rows(int[] a, int stride, int w, int h) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                a[y * stride + x] = x + y;
            }
        }
    }

    @GpuKernel
    static void print(int[] x) {
        int i = Grid.x();
        if (i < x.length) {
            Gpu.printf("x[%d] = %d%n", i, x[i]);
            x[i]++;
        }
    }

    /** Blocks wait for each other. */
    @GpuKernel
    static void turnAll(int[] x) {
        int i = Grid.x();
        int other = x[x.length - 1 - i];
        Grid.sync();
        x[i] = other;
    }
}
