package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.BlockDim;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.GridDim;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;

/** Launches of every shape, and with every kind of shared memory. */
public final class ShapeKernels {
    /** With fewer than these a GPU need not be asked for more than it gives to every block. */
    static final int MANY_INTS = 15_000;

    /** Most threads in a block of one of the kernels. */
    static final int BOUND = 96;

    private ShapeKernels() {}

    /** Each thread writes down where it is in its block. */
    @GpuKernel
    static void inBlock(int[] places) {
        int thread = (ThreadIdx.z() * BlockDim.y() + ThreadIdx.y()) * BlockDim.x() + ThreadIdx.x();
        places[thread] = (ThreadIdx.z() << 20 | ThreadIdx.y() << 10 | ThreadIdx.x()) + 1;
    }

    /** The same, where each place was handed from one thread to another. */
    @GpuKernel
    static void acrossBlock(int[] places) {
        int[] handed = Shared.ints(1024);
        int count = BlockDim.x() * BlockDim.y() * BlockDim.z();
        int thread = (ThreadIdx.z() * BlockDim.y() + ThreadIdx.y()) * BlockDim.x() + ThreadIdx.x();
        handed[count - 1 - thread] = (ThreadIdx.z() << 20 | ThreadIdx.y() << 10 | ThreadIdx.x()) + 1;
        Block.sync();
        places[thread] = handed[count - 1 - thread];
    }

    /** Every block tells its size, which has a bound. */
    @GpuKernel(blockSize = BOUND)
    static void bounded(int[] size) {
        size[BlockIdx.x()] = BlockDim.x();
    }

    /** The last thread of the grid alone writes down where it is. */
    @GpuKernel
    static void last(int[] place) {
        if (BlockIdx.x() == GridDim.x() - 1 && BlockIdx.y() == GridDim.y() - 1 && BlockIdx.z() == GridDim.z() - 1) {
            place[0] = Grid.x();
            place[1] = Grid.y();
            place[2] = Grid.z();
            place[3] = Grid.sizeX();
            place[4] = Grid.sizeY();
            place[5] = Grid.sizeZ();
        }
    }

    /** Turns each block's part of an array round in the launch's shared memory; tells the size of the block. */
    @GpuKernel
    static void turnRound(int[] in, int[] out, int[] blockSize) {
        int[] part = Shared.dynamicInts();
        int i = Grid.x();
        int size = BlockDim.x();
        if (i < in.length) {
            part[ThreadIdx.x()] = in[i];
        }
        Block.sync();
        int first = BlockIdx.x() * size;
        int present = Math.min(size, in.length - first);
        if (i < in.length) {
            out[i] = part[present - 1 - ThreadIdx.x()];
        }
        if (i == 0) {
            blockSize[0] = size;
        }
    }

    /** Fills a large array of the block and what the launch adds to it, and reads both backwards. */
    @GpuKernel
    static void manyInts(int[] out) {
        int[] many = Shared.ints(MANY_INTS);
        int[] more = Shared.dynamicInts();
        for (int i = ThreadIdx.x(); i < MANY_INTS; i += BlockDim.x()) {
            many[i] = 3 * i;
        }
        for (int i = ThreadIdx.x(); i < more.length; i += BlockDim.x()) {
            more[i] = -i;
        }
        Block.sync();
        for (int i = ThreadIdx.x(); i < MANY_INTS; i += BlockDim.x()) {
            out[i] = many[MANY_INTS - 1 - i];
        }
        for (int i = ThreadIdx.x(); i < more.length; i += BlockDim.x()) {
            out[MANY_INTS + i] = more[more.length - 1 - i];
        }
    }

    /** The threads whose index is one of the last before n write it down. */
    @GpuKernel
    static void lastLongs(long n, long[] places, long[] size) {
        long i = Grid.xLong();
        if (i < n && i >= n - places.length) {
            places[(int) (i - (n - places.length))] = i;
        }
        if (i == n - 1) {
            size[0] = Grid.sizeXLong();
        }
    }

    @GpuKernel
    static void longsAndInts(long[] places) {
        long i = Grid.xLong();
        if (i < places.length) {
            places[(int) i] = Grid.x();
        }
    }
}
