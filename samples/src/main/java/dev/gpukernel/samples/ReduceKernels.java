package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.BlockReduce;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.ThreadIdx;

/** Sum, least and greatest of many numbers. */
public final class ReduceKernels {
    private ReduceKernels() {}

    /**
     * Each thread goes through the array in strides of the grid, each block puts together what its threads found, and one thread
     * of it adds that to the result.
     */
    @GpuKernel
    public static void reduce(int[] in, long[] sum, int[] extremes) {
        long ownSum = 0;
        int ownMin = Integer.MAX_VALUE;
        int ownMax = Integer.MIN_VALUE;
        for (int i = Grid.x(); i < in.length; i += Grid.sizeX()) {
            int value = in[i];
            ownSum += value;
            ownMin = Math.min(ownMin, value);
            ownMax = Math.max(ownMax, value);
        }
        long blockSum = BlockReduce.sum(ownSum);
        int blockMin = BlockReduce.min(ownMin);
        int blockMax = BlockReduce.max(ownMax);
        if (ThreadIdx.x() == 0) {
            Atomic.add(sum, 0, blockSum);
            Atomic.min(extremes, 0, blockMin);
            Atomic.max(extremes, 1, blockMax);
        }
    }
}
