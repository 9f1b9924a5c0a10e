package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

/** Kernels whose faults tell which launch and thread they are of, by the index that they could not use. */
final class FaultKernels {
    private FaultKernels() {}

    @GpuKernel
    static void fill(int[] index, int first, int step) {
        for (int i = 0; i < index.length; i++) {
            index[i] = first + i * step;
        }
    }

    @GpuKernel
    static void gatherLoop(int[] index, int[] from, int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[index[i]] + 1;
        }
    }

    @GpuKernel
    static void gatherGrid(int[] index, int[] from, int[] to) {
        int i = Grid.x();
        if (i < to.length) {
            to[i] = from[index[i]] + 1;
        }
    }

    /** Stores where it must not, from an iteration on. */
    @GpuKernel
    static void shiftLoop(int[] from, int[] to, int by) {
        for (int i = 0; i < from.length; i++) {
            to[i + by] = from[i];
        }
    }

    @GpuKernel
    static void shiftGrid(int[] from, int[] to, int by) {
        int i = Grid.x();
        if (i < from.length) {
            to[i + by] = from[i];
        }
    }

    /** Writes nothing. */
    @GpuKernel
    static void lookGrid(int[] from, int by) {
        int i = Grid.x();
        if (i >= from.length || from[i + by] == 0) {
            return;
        }
    }

    /** Two loops that have no array in common: the first writes nothing, and the other comes to a number. */
    @GpuKernel
    static int lookAndSum(int[] from, int looks, int[] other, int count) {
        for (int i = 0; i < looks; i++) {
            var _ = from[i] > 3;
        }
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += other[i];
        }
        return sum;
    }

    /** The same with what the second loop writes. */
    @GpuKernel
    static void lookAndStore(int[] from, int looks, int[] other, int count) {
        for (int i = 0; i < looks; i++) {
            var _ = from[i] > 3;
        }
        for (int i = 0; i < count; i++) {
            other[i] = i;
        }
    }

    /** Steps through time: after some steps, each of them loads where it must not. */
    @GpuKernel
    static void steps(int[] from, int[] to, int[] other, int steps) {
        for (int t = 0; t < steps; t++) {
            for (int i = 0; i < to.length; i++) {
                to[i] = other[other.length - 1 - i] + from[t + i];
            }
            for (int i = 0; i < to.length; i++) {
                other[i] = to[i];
            }
        }
    }

    @GpuKernel
    static int sum(int[] index, int[] from) {
        int sum = 0;
        for (int i = 0; i < index.length; i++) {
            sum += from[index[i]];
        }
        return sum;
    }

    @GpuKernel
    static void copy(int[] from, int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[i];
        }
    }

    /** Cannot fault. */
    @GpuKernel
    static void copyGrid(int[] from, int[] to) {
        int i = Grid.x();
        if (i < from.length && i < to.length) {
            to[i] = from[i];
        }
    }

    @GpuKernel
    static void increment(int[] counts) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += 1;
        }
    }

    @GpuKernel
    static void incrementGrid(int[] counts) {
        int i = Grid.x();
        if (i < counts.length) {
            counts[i] += 1;
        }
    }
}
