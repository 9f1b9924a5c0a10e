package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.BlockDim;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;

/** How often each brightness occurs in a picture. */
public final class HistogramKernels {
    public static final int BINS = 256;

    private HistogramKernels() {}

    /** Each block counts in its own shared memory, where threads get in each other's way less, and then adds that to the result. */
    @GpuKernel
    public static void count(byte[] pixels, int[] counts) {
        int[] own = Shared.ints(BINS);
        for (int bin = ThreadIdx.x(); bin < BINS; bin += BlockDim.x()) {
            own[bin] = 0;
        }
        Block.sync();
        for (int i = Grid.x(); i < pixels.length; i += Grid.sizeX()) {
            Atomic.increment(own, pixels[i] & 0xff);
        }
        Block.sync();
        for (int bin = ThreadIdx.x(); bin < BINS; bin += BlockDim.x()) {
            Atomic.add(counts, bin, own[bin]);
        }
    }
}
