package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.BlockDim;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.GridDim;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;

/** Barriers, and arrays of blocks in all their forms. */
public final class BarrierKernels {
    static final int BLOCK = 64;

    private BarrierKernels() {}

    @GpuKernel
    static void votes(boolean[] in, int[] count, boolean[] and, boolean[] or) {
        int i = Grid.x();
        count[i] = Block.syncCount(in[i]);
        and[i] = Block.syncAnd(in[i]);
        or[i] = Block.syncOr(in[i]);
    }

    /** Every block counts its threads. */
    @GpuKernel
    static void shape(int[] threads) {
        int block = (BlockIdx.z() * GridDim.y() + BlockIdx.y()) * GridDim.x() + BlockIdx.x();
        int count = Block.syncCount(true);
        if (ThreadIdx.x() + ThreadIdx.y() + ThreadIdx.z() == 0) {
            threads[block] = count;
        }
    }

    /** Hands one value of each type round the block, through an array of each. */
    @GpuKernel
    static void everyType(int[] out) {
        boolean[] booleans = Shared.booleans(BLOCK);
        byte[] bytes = Shared.bytes(BLOCK);
        char[] chars = Shared.chars(BLOCK);
        short[] shorts = Shared.shorts(BLOCK);
        int[] ints = Shared.ints(BLOCK);
        long[] longs = Shared.longs(BLOCK);
        float[] floats = Shared.floats(BLOCK);
        double[] doubles = Shared.doubles(BLOCK);
        int thread = ThreadIdx.x();
        int value = Grid.x() * 3001 - 70_000;
        booleans[thread] = (value & 1) != 0;
        bytes[thread] = (byte) value;
        chars[thread] = (char) value;
        shorts[thread] = (short) value;
        ints[thread] = value;
        longs[thread] = (long) value << 20;
        floats[thread] = value;
        doubles[thread] = value * 0.5;
        Block.sync();
        int other = BLOCK - 1 - thread;
        int at = 8 * Grid.x();
        out[at] = booleans[other] ? 1 : 0;
        out[at + 1] = bytes[other];
        out[at + 2] = chars[other];
        out[at + 3] = shorts[other];
        out[at + 4] = ints[other];
        out[at + 5] = (int) (longs[other] >> 20);
        out[at + 6] = (int) floats[other];
        out[at + 7] = (int) (doubles[other] * 2);
    }

    /** Transposes a plane of each type. */
    @GpuKernel
    static void planes(int[] out) {
        int[][] ints = Shared.ints(4, 16);
        long[][] longs = Shared.longs(4, 16);
        float[][] floats = Shared.floats(4, 16);
        double[][] doubles = Shared.doubles(4, 16);
        int row = ThreadIdx.x() / 16;
        int column = ThreadIdx.x() % 16;
        ints[row][column] = ThreadIdx.x();
        longs[row][column] = 1000L + ThreadIdx.x();
        floats[row][column] = 2000 + ThreadIdx.x();
        doubles[row][column] = 3000 + ThreadIdx.x();
        Block.sync();
        int otherRow = ThreadIdx.x() % 4;
        int otherColumn = ThreadIdx.x() / 4;
        out[ThreadIdx.x()] = ints[otherRow][otherColumn];
        out[BLOCK + ThreadIdx.x()] = (int) longs[otherRow][otherColumn];
        out[2 * BLOCK + ThreadIdx.x()] = (int) floats[otherRow][otherColumn];
        out[3 * BLOCK + ThreadIdx.x()] = (int) doubles[otherRow][otherColumn];
    }

    /** One place asked three times is one array; a helper called at two places has two. */
    @GpuKernel
    static void places(int[] out) {
        int thread = ThreadIdx.x();
        for (int turn = 0; turn < 3; turn++) {
            int[] same = Shared.ints(BLOCK);
            same[thread] = turn == 0 ? thread : same[thread] + 100;
        }
        int first = reversed(thread);
        int second = reversed(1000 + thread);
        out[Grid.x()] = first + second;
        int[] same = counted(thread);
        out[Grid.sizeX() + Grid.x()] = same[thread];
    }

    private static int reversed(int value) {
        int[] values = Shared.ints(BLOCK);
        values[ThreadIdx.x()] = value;
        Block.sync();
        return values[BLOCK - 1 - ThreadIdx.x()];
    }

    private static int[] counted(int thread) {
        int[] values = Shared.ints(BLOCK);
        for (int turn = 0; turn < 5; turn++) {
            int[] own = Shared.ints(BLOCK);
            own[thread] = turn == 0 ? 1 : own[thread] + 1;
            values[thread] = own[thread];
        }
        return values;
    }

    /** The launch's shared memory, cut into doubles, ints, floats, longs and bytes. */
    @GpuKernel
    static void slices(int n, double[] out) {
        double[] doubles = Shared.dynamicDoubles(0, n);
        long[] longs = Shared.dynamicLongs(8 * n, n);
        int[] ints = Shared.dynamicInts(16 * n, n);
        float[] floats = Shared.dynamicFloats(20 * n, n);
        byte[] bytes = Shared.dynamicBytes(24 * n, n);
        int thread = ThreadIdx.x();
        doubles[thread] = thread * 0.5;
        longs[thread] = thread * 10L;
        ints[thread] = thread * 100;
        floats[thread] = thread * 1000f;
        bytes[thread] = (byte) thread;
        Block.sync();
        int other = n - 1 - thread;
        out[Grid.x()] = doubles[other] + longs[other] + ints[other] + floats[other] + bytes[other];
    }

    @GpuKernel
    static void whole(int[] out) {
        int[] all = Shared.dynamicInts();
        for (int i = ThreadIdx.x(); i < all.length; i += BlockDim.x()) {
            all[i] = i * i;
        }
        Block.sync();
        for (int i = ThreadIdx.x(); i < all.length; i += BlockDim.x()) {
            out[i] = all[all.length - 1 - i];
        }
    }

    @GpuKernel
    static void slice(int offset, int length, int[] out) {
        int[] part = Shared.dynamicInts(offset, length);
        out[0] = part.length;
    }

    /** Some threads read beyond the array, between barriers that the others go on to. */
    @GpuKernel
    static void beyond(int[] index, int[] out) {
        int[] values = Shared.ints(BLOCK);
        int thread = ThreadIdx.x();
        values[thread] = thread;
        Block.sync();
        int value = values[index[Grid.x()]];
        Block.sync();
        values[thread] = value;
        Block.sync();
        out[Grid.x()] = value + Block.syncCount(true);
    }

    /** A wave through the blocks: each reads what the one before wrote in the step before. */
    @GpuKernel
    static void wave(int[] front, int[] back) {
        int i = Grid.x();
        int n = Grid.sizeX();
        for (int step = 0; step < 10; step++) {
            back[i] = front[(i + n - 1) % n] + 1;
            Grid.sync();
            front[i] = back[(i + n - 1) % n] + 1;
            Grid.sync();
        }
    }

    /** Half of the blocks return before the others wait for the grid. */
    @GpuKernel
    static void fewBlocks(int[] seen, int[] out) {
        if (BlockIdx.x() % 2 == 1) {
            return;
        }
        seen[Grid.x()] = 1;
        Grid.sync();
        int sum = 0;
        for (int i = 0; i < seen.length; i++) {
            sum += seen[i];
        }
        out[Grid.x()] = sum;
    }
}
