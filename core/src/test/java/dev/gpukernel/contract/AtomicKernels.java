package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.GridDim;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;

/**
 * Atomic operations. In those named {@code each}, thread i has a cell of its own for each operation, k * n + i for the k-th, and
 * keeps its old value. In those named {@code all}, all threads share one cell for each operation.
 */
public final class AtomicKernels {
    /** Threads of a block. */
    public static final int BLOCK = 64;

    private AtomicKernels() {}

    /**
     * Sums up in one launch: each thread of a block leaves the sum of its part, and the block that is done last adds these up.
     */
    @GpuKernel
    static void lastBlockDone(int[] values, int[] sums, int[] done, int[] total) {
        boolean[] isLast = Shared.booleans(1);
        int thread = ThreadIdx.x();
        int own = 0;
        for (int i = Grid.x(); i < values.length; i += Grid.sizeX()) {
            own += values[i];
        }
        sums[BlockIdx.x() * BLOCK + thread] = own;
        Grid.fence();
        Block.sync();
        if (thread == 0) {
            isLast[0] = Atomic.add(done, 0, 1) == GridDim.x() - 1;
            Grid.fence();
        }
        Block.sync();
        if (isLast[0]) {
            int sum = 0;
            for (int block = 0; block < GridDim.x(); block++) {
                sum += sums[block * BLOCK + thread];
            }
            Atomic.add(total, 0, sum);
            if (thread == 0) {
                done[0] = 0;
            }
        }
    }

    /** The same with the thread that is done last, and no barrier. What others have not changed yet is read before, too. */
    @GpuKernel
    static void lastThreadDone(int[] values, int[] done, int[] total) {
        int i = Grid.x();
        if (i >= values.length) {
            return;
        }
        if (values[values.length - 1 - i] == 0x12345678) {
            total[0] = 1;
        }
        values[i] = 3 * values[i] + 1;
        Grid.fence();
        if (Atomic.increment(done, 0) == values.length - 1) {
            Grid.fence();
            int sum = 0;
            for (int k = 0; k < values.length; k++) {
                sum += values[k];
            }
            total[0] = sum;
        }
    }

    /** The last thread of a block sums up what its others left in shared memory. */
    @GpuKernel
    static void handedOnInBlock(int[] values, int[] out) {
        int[] numbers = Shared.ints(BLOCK);
        int[] isThere = Shared.ints(1);
        int thread = ThreadIdx.x();
        if (thread == 0) {
            isThere[0] = 0;
        }
        Block.sync();
        numbers[thread] = values[Grid.x()];
        Block.fence();
        if (Atomic.increment(isThere, 0) == BLOCK - 1) {
            Block.fence();
            int sum = 0;
            for (int k = 0; k < BLOCK; k++) {
                sum += numbers[k];
            }
            out[BlockIdx.x()] = sum;
        }
    }

    @GpuKernel
    static void eachInt(int[] cells, int[] values, int[] expected, int[] old) {
        int i = Grid.x();
        int n = values.length;
        if (i >= n) {
            return;
        }
        old[i] = Atomic.add(cells, i, values[i]);
        old[n + i] = Atomic.sub(cells, n + i, values[i]);
        old[2 * n + i] = Atomic.min(cells, 2 * n + i, values[i]);
        old[3 * n + i] = Atomic.max(cells, 3 * n + i, values[i]);
        old[4 * n + i] = Atomic.and(cells, 4 * n + i, values[i]);
        old[5 * n + i] = Atomic.or(cells, 5 * n + i, values[i]);
        old[6 * n + i] = Atomic.xor(cells, 6 * n + i, values[i]);
        old[7 * n + i] = Atomic.exchange(cells, 7 * n + i, values[i]);
        old[8 * n + i] = Atomic.compareAndSet(cells, 8 * n + i, expected[i], values[i]);
        old[9 * n + i] = Atomic.increment(cells, 9 * n + i);
        old[10 * n + i] = Atomic.decrement(cells, 10 * n + i);
    }

    @GpuKernel
    static void eachIntInShared(int[] cells, int[] values, int[] expected, int[] old) {
        int[] own = Shared.ints(11 * BLOCK);
        int i = Grid.x();
        int n = values.length;
        int thread = ThreadIdx.x();
        for (int k = 0; k < 11 && i < n; k++) {
            own[k * BLOCK + thread] = cells[k * n + i];
        }
        Block.sync();
        if (i >= n) {
            return;
        }
        old[i] = Atomic.add(own, thread, values[i]);
        old[n + i] = Atomic.sub(own, BLOCK + thread, values[i]);
        old[2 * n + i] = Atomic.min(own, 2 * BLOCK + thread, values[i]);
        old[3 * n + i] = Atomic.max(own, 3 * BLOCK + thread, values[i]);
        old[4 * n + i] = Atomic.and(own, 4 * BLOCK + thread, values[i]);
        old[5 * n + i] = Atomic.or(own, 5 * BLOCK + thread, values[i]);
        old[6 * n + i] = Atomic.xor(own, 6 * BLOCK + thread, values[i]);
        old[7 * n + i] = Atomic.exchange(own, 7 * BLOCK + thread, values[i]);
        old[8 * n + i] = Atomic.compareAndSet(own, 8 * BLOCK + thread, expected[i], values[i]);
        old[9 * n + i] = Atomic.increment(own, 9 * BLOCK + thread);
        old[10 * n + i] = Atomic.decrement(own, 10 * BLOCK + thread);
        for (int k = 0; k < 11; k++) {
            cells[k * n + i] = own[k * BLOCK + thread];
        }
    }

    @GpuKernel
    static void eachLong(long[] cells, long[] values, long[] expected, long[] old) {
        int i = Grid.x();
        int n = values.length;
        if (i >= n) {
            return;
        }
        old[i] = Atomic.add(cells, i, values[i]);
        old[n + i] = Atomic.sub(cells, n + i, values[i]);
        old[2 * n + i] = Atomic.min(cells, 2 * n + i, values[i]);
        old[3 * n + i] = Atomic.max(cells, 3 * n + i, values[i]);
        old[4 * n + i] = Atomic.and(cells, 4 * n + i, values[i]);
        old[5 * n + i] = Atomic.or(cells, 5 * n + i, values[i]);
        old[6 * n + i] = Atomic.xor(cells, 6 * n + i, values[i]);
        old[7 * n + i] = Atomic.exchange(cells, 7 * n + i, values[i]);
        old[8 * n + i] = Atomic.compareAndSet(cells, 8 * n + i, expected[i], values[i]);
        old[9 * n + i] = Atomic.increment(cells, 9 * n + i);
        old[10 * n + i] = Atomic.decrement(cells, 10 * n + i);
    }

    @GpuKernel
    static void eachLongInShared(long[] cells, long[] values, long[] expected, long[] old) {
        long[] own = Shared.longs(11 * BLOCK);
        int i = Grid.x();
        int n = values.length;
        int thread = ThreadIdx.x();
        for (int k = 0; k < 11 && i < n; k++) {
            own[k * BLOCK + thread] = cells[k * n + i];
        }
        Block.sync();
        if (i >= n) {
            return;
        }
        old[i] = Atomic.add(own, thread, values[i]);
        old[n + i] = Atomic.sub(own, BLOCK + thread, values[i]);
        old[2 * n + i] = Atomic.min(own, 2 * BLOCK + thread, values[i]);
        old[3 * n + i] = Atomic.max(own, 3 * BLOCK + thread, values[i]);
        old[4 * n + i] = Atomic.and(own, 4 * BLOCK + thread, values[i]);
        old[5 * n + i] = Atomic.or(own, 5 * BLOCK + thread, values[i]);
        old[6 * n + i] = Atomic.xor(own, 6 * BLOCK + thread, values[i]);
        old[7 * n + i] = Atomic.exchange(own, 7 * BLOCK + thread, values[i]);
        old[8 * n + i] = Atomic.compareAndSet(own, 8 * BLOCK + thread, expected[i], values[i]);
        old[9 * n + i] = Atomic.increment(own, 9 * BLOCK + thread);
        old[10 * n + i] = Atomic.decrement(own, 10 * BLOCK + thread);
        for (int k = 0; k < 11; k++) {
            cells[k * n + i] = own[k * BLOCK + thread];
        }
    }

    @GpuKernel
    static void eachFloat(float[] cells, float[] values, float[] expected, float[] old) {
        int i = Grid.x();
        int n = values.length;
        if (i >= n) {
            return;
        }
        old[i] = Atomic.add(cells, i, values[i]);
        old[n + i] = Atomic.sub(cells, n + i, values[i]);
        old[2 * n + i] = Atomic.min(cells, 2 * n + i, values[i]);
        old[3 * n + i] = Atomic.max(cells, 3 * n + i, values[i]);
        old[4 * n + i] = Atomic.exchange(cells, 4 * n + i, values[i]);
        old[5 * n + i] = Atomic.compareAndSet(cells, 5 * n + i, expected[i], values[i]);
    }

    @GpuKernel
    static void eachFloatInShared(float[] cells, float[] values, float[] expected, float[] old) {
        float[] own = Shared.floats(6 * BLOCK);
        int i = Grid.x();
        int n = values.length;
        int thread = ThreadIdx.x();
        for (int k = 0; k < 6 && i < n; k++) {
            own[k * BLOCK + thread] = cells[k * n + i];
        }
        Block.sync();
        if (i >= n) {
            return;
        }
        old[i] = Atomic.add(own, thread, values[i]);
        old[n + i] = Atomic.sub(own, BLOCK + thread, values[i]);
        old[2 * n + i] = Atomic.min(own, 2 * BLOCK + thread, values[i]);
        old[3 * n + i] = Atomic.max(own, 3 * BLOCK + thread, values[i]);
        old[4 * n + i] = Atomic.exchange(own, 4 * BLOCK + thread, values[i]);
        old[5 * n + i] = Atomic.compareAndSet(own, 5 * BLOCK + thread, expected[i], values[i]);
        for (int k = 0; k < 6; k++) {
            cells[k * n + i] = own[k * BLOCK + thread];
        }
    }

    @GpuKernel
    static void eachDouble(double[] cells, double[] values, double[] expected, double[] old) {
        int i = Grid.x();
        int n = values.length;
        if (i >= n) {
            return;
        }
        old[i] = Atomic.add(cells, i, values[i]);
        old[n + i] = Atomic.sub(cells, n + i, values[i]);
        old[2 * n + i] = Atomic.min(cells, 2 * n + i, values[i]);
        old[3 * n + i] = Atomic.max(cells, 3 * n + i, values[i]);
        old[4 * n + i] = Atomic.exchange(cells, 4 * n + i, values[i]);
        old[5 * n + i] = Atomic.compareAndSet(cells, 5 * n + i, expected[i], values[i]);
    }

    @GpuKernel
    static void eachDoubleInShared(double[] cells, double[] values, double[] expected, double[] old) {
        double[] own = Shared.doubles(6 * BLOCK);
        int i = Grid.x();
        int n = values.length;
        int thread = ThreadIdx.x();
        for (int k = 0; k < 6 && i < n; k++) {
            own[k * BLOCK + thread] = cells[k * n + i];
        }
        Block.sync();
        if (i >= n) {
            return;
        }
        old[i] = Atomic.add(own, thread, values[i]);
        old[n + i] = Atomic.sub(own, BLOCK + thread, values[i]);
        old[2 * n + i] = Atomic.min(own, 2 * BLOCK + thread, values[i]);
        old[3 * n + i] = Atomic.max(own, 3 * BLOCK + thread, values[i]);
        old[4 * n + i] = Atomic.exchange(own, 4 * BLOCK + thread, values[i]);
        old[5 * n + i] = Atomic.compareAndSet(own, 5 * BLOCK + thread, expected[i], values[i]);
        for (int k = 0; k < 6; k++) {
            cells[k * n + i] = own[k * BLOCK + thread];
        }
    }

    @GpuKernel
    static void allInt(int[] cells, int[] values) {
        int value = values[Grid.x()];
        Atomic.add(cells, 0, value);
        Atomic.sub(cells, 1, value);
        Atomic.min(cells, 2, value);
        Atomic.max(cells, 3, value);
        Atomic.and(cells, 4, value);
        Atomic.or(cells, 5, value);
        Atomic.xor(cells, 6, value);
        Atomic.increment(cells, 7);
        Atomic.decrement(cells, 8);
    }

    @GpuKernel
    static void allLong(long[] cells, long[] values) {
        long value = values[Grid.x()];
        Atomic.add(cells, 0, value);
        Atomic.sub(cells, 1, value);
        Atomic.min(cells, 2, value);
        Atomic.max(cells, 3, value);
        Atomic.and(cells, 4, value);
        Atomic.or(cells, 5, value);
        Atomic.xor(cells, 6, value);
        Atomic.increment(cells, 7);
        Atomic.decrement(cells, 8);
    }

    @GpuKernel
    static void allFloat(float[] cells, float[] values) {
        float value = values[Grid.x()];
        Atomic.add(cells, 0, value);
        Atomic.sub(cells, 1, value);
        Atomic.min(cells, 2, value);
        Atomic.max(cells, 3, value);
    }

    @GpuKernel
    static void allDouble(double[] cells, double[] values) {
        double value = values[Grid.x()];
        Atomic.add(cells, 0, value);
        Atomic.sub(cells, 1, value);
        Atomic.min(cells, 2, value);
        Atomic.max(cells, 3, value);
    }

    /** Hands out numbers. */
    @GpuKernel
    static void tickets(int[] next, int[] drawn) {
        drawn[Grid.x()] = Atomic.increment(next, 0);
    }

    /** Passes values on: each thread leaves its own and takes that of another. */
    @GpuKernel
    static void swap(long[] cell, long[] values) {
        values[Grid.x()] = Atomic.exchange(cell, 0, values[Grid.x()]);
    }

    /** An operation that there is no atomic one for, made of a loop: the product modulo 2^32 of odd numbers. */
    @GpuKernel
    static void product(int[] cell, int[] values) {
        int value = values[Grid.x()];
        int old = Atomic.add(cell, 0, 0);
        int seen;
        while ((seen = Atomic.compareAndSet(cell, 0, old, old * value)) != old) {
            old = seen;
        }
    }

    /** A counter of doubles, by their bits. */
    @GpuKernel
    static void spin(double[] cell, double[] found) {
        double old = Atomic.add(cell, 0, 0.0);
        double seen = Atomic.compareAndSet(cell, 0, old, old + 0.5);
        while (Double.doubleToRawLongBits(seen) != Double.doubleToRawLongBits(old)) {
            old = seen;
            seen = Atomic.compareAndSet(cell, 0, old, old + 0.5);
        }
        found[Grid.x()] = old;
    }

    @GpuKernel
    static void outside(int[] cells, int[] done) {
        int i = Grid.x();
        Atomic.add(cells, i, 1);
        done[i] = 1;
    }
}
