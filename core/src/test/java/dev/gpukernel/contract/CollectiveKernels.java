package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.BlockDim;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.BlockReduce;
import dev.gpukernel.device.BlockScan;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.GridDim;
import dev.gpukernel.device.ThreadIdx;
import dev.gpukernel.device.WarpReduce;
import dev.gpukernel.device.WarpScan;

/** Sums and extremes over warps, blocks and grids; what thread i of n gets is in {@code out[i]}, {@code out[n + i]} and so on. */
public final class CollectiveKernels {
    private CollectiveKernels() {}

    private static int thread() {
        int inBlock = (ThreadIdx.z() * BlockDim.y() + ThreadIdx.y()) * BlockDim.x() + ThreadIdx.x();
        return BlockIdx.x() * BlockDim.x() * BlockDim.y() * BlockDim.z() + inBlock;
    }

    @GpuKernel
    static void warpInts(int[] in, int[] out) {
        int i = thread();
        int n = in.length;
        out[i] = WarpReduce.sum(in[i]);
        out[n + i] = WarpReduce.min(in[i]);
        out[2 * n + i] = WarpReduce.max(in[i]);
        out[3 * n + i] = WarpScan.inclusiveSum(in[i]);
        out[4 * n + i] = WarpScan.exclusiveSum(in[i]);
    }

    @GpuKernel
    static void blockInts(int[] in, int[] out) {
        int i = thread();
        int n = in.length;
        out[i] = BlockReduce.sum(in[i]);
        out[n + i] = BlockReduce.min(in[i]);
        out[2 * n + i] = BlockReduce.max(in[i]);
        out[3 * n + i] = BlockScan.inclusiveSum(in[i]);
        out[4 * n + i] = BlockScan.exclusiveSum(in[i]);
    }

    @GpuKernel
    static void warpLongs(long[] in, long[] out) {
        int i = thread();
        int n = in.length;
        out[i] = WarpReduce.sum(in[i]);
        out[n + i] = WarpReduce.min(in[i]);
        out[2 * n + i] = WarpReduce.max(in[i]);
        out[3 * n + i] = WarpScan.inclusiveSum(in[i]);
        out[4 * n + i] = WarpScan.exclusiveSum(in[i]);
    }

    @GpuKernel
    static void blockLongs(long[] in, long[] out) {
        int i = thread();
        int n = in.length;
        out[i] = BlockReduce.sum(in[i]);
        out[n + i] = BlockReduce.min(in[i]);
        out[2 * n + i] = BlockReduce.max(in[i]);
        out[3 * n + i] = BlockScan.inclusiveSum(in[i]);
        out[4 * n + i] = BlockScan.exclusiveSum(in[i]);
    }

    @GpuKernel
    static void warpFloats(float[] in, float[] out) {
        int i = thread();
        int n = in.length;
        out[i] = WarpReduce.sum(in[i]);
        out[n + i] = WarpReduce.min(in[i]);
        out[2 * n + i] = WarpReduce.max(in[i]);
        out[3 * n + i] = WarpScan.inclusiveSum(in[i]);
        out[4 * n + i] = WarpScan.exclusiveSum(in[i]);
    }

    @GpuKernel
    static void blockFloats(float[] in, float[] out) {
        int i = thread();
        int n = in.length;
        out[i] = BlockReduce.sum(in[i]);
        out[n + i] = BlockReduce.min(in[i]);
        out[2 * n + i] = BlockReduce.max(in[i]);
        out[3 * n + i] = BlockScan.inclusiveSum(in[i]);
        out[4 * n + i] = BlockScan.exclusiveSum(in[i]);
    }

    @GpuKernel
    static void warpDoubles(double[] in, double[] out) {
        int i = thread();
        int n = in.length;
        out[i] = WarpReduce.sum(in[i]);
        out[n + i] = WarpReduce.min(in[i]);
        out[2 * n + i] = WarpReduce.max(in[i]);
        out[3 * n + i] = WarpScan.inclusiveSum(in[i]);
        out[4 * n + i] = WarpScan.exclusiveSum(in[i]);
    }

    @GpuKernel
    static void blockDoubles(double[] in, double[] out) {
        int i = thread();
        int n = in.length;
        out[i] = BlockReduce.sum(in[i]);
        out[n + i] = BlockReduce.min(in[i]);
        out[2 * n + i] = BlockReduce.max(in[i]);
        out[3 * n + i] = BlockScan.inclusiveSum(in[i]);
        out[4 * n + i] = BlockScan.exclusiveSum(in[i]);
    }

    /** The same call again and again: what one turn reads must not be what the next has written. */
    @GpuKernel
    static void again(int[] out) {
        int sum = 0;
        for (int turn = 1; turn <= 20; turn++) {
            sum += turn * BlockReduce.sum(ThreadIdx.x() * turn) + BlockScan.inclusiveSum(turn);
        }
        out[Grid.x()] = sum;
    }

    @GpuKernel
    static void sum(int[] in, long[] result) {
        long own = 0;
        for (int i = Grid.x(); i < in.length; i += Grid.sizeX()) {
            own += in[i];
        }
        long ofBlock = BlockReduce.sum(own);
        if (ThreadIdx.x() == 0) {
            Atomic.add(result, 0, ofBlock);
        }
    }

    /** Running sums over the whole array, in three steps with the whole grid waiting between them. */
    @GpuKernel
    static void scan(int[] in, int[] out, int[] sums) {
        int blocks = GridDim.x();
        int part = (in.length + blocks - 1) / blocks;
        int from = BlockIdx.x() * part;
        int to = Math.min(from + part, in.length);
        int before = 0;
        for (int base = from; base < to; base += BlockDim.x()) {
            int i = base + ThreadIdx.x();
            int value = i < to ? in[i] : 0;
            int upTo = before + BlockScan.inclusiveSum(value);
            if (i < to) {
                out[i] = upTo;
            }
            before += BlockReduce.sum(value);
        }
        if (ThreadIdx.x() == 0) {
            sums[BlockIdx.x()] = before;
        }
        Grid.sync();
        int ofBlocksBefore = 0;
        for (int block = 0; block < BlockIdx.x(); block++) {
            ofBlocksBefore += sums[block];
        }
        for (int i = from + ThreadIdx.x(); i < to; i += BlockDim.x()) {
            out[i] += ofBlocksBefore;
        }
    }

    /** Threads beyond the array return before the barriers. */
    @GpuKernel
    static void early(int[] in, int[] out) {
        int i = Grid.x();
        if (i >= in.length) {
            return;
        }
        out[i] = Block.syncCount(in[i] > 0);
    }
}
