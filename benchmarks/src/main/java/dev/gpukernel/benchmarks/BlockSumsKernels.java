package dev.gpukernel.benchmarks;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.BlockReduce;
import dev.gpukernel.device.ThreadIdx;

/** Sums of blocks. {@code gpu/block_sums.cuh} holds the same in CUDA C. */
final class BlockSumsKernels {
    static final int BLOCK = 256;
    static final int ITEMS = 16;
    static final int ELEMENTS = BLOCK * ITEMS;

    private BlockSumsKernels() {}

    /** Each block adds {@link #ELEMENTS} elements. */
    @GpuKernel(blockSize = BLOCK)
    static void blockSums(int[] in, int[] out) {
        int first = BlockIdx.x() * ELEMENTS + ThreadIdx.x();
        int sum = 0;
        for (int i = 0; i < ITEMS; i++) {
            sum += in[first + i * BLOCK];
        }
        int all = BlockReduce.sum(sum);
        if (ThreadIdx.x() == 0) {
            out[BlockIdx.x()] = all;
        }
    }
}
