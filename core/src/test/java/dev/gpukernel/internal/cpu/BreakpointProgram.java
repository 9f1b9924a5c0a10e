package dev.gpukernel.internal.cpu;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import java.util.Arrays;

/** What {@link BreakpointTest} debugs: launches a kernel with barriers and prints its result. */
public final class BreakpointProgram {
    static final int BLOCKS = 2;
    static final int THREADS = 6;

    private BreakpointProgram() {}

    /** {@return what the kernel is launched with} */
    static int[] input() {
        int[] input = new int[BLOCKS * THREADS];
        Arrays.setAll(input, i -> 100 + i * i);
        return input;
    }

    /** Each thread passes on, within its block, twice what its neighbour passed to it. */
    @GpuKernel
    static void passOn(int[] in, int[] out) {
        int thread = ThreadIdx.x();
        int global = Grid.x();
        int[] tile = Shared.ints(THREADS);
        tile[thread] = in[global];
        Block.sync();
        int passed = 2 * tile[(thread + 1) % THREADS];
        out[global] = -1; // stops here
        Block.sync();
        tile[thread] = passed;
        Block.sync();
        out[global] = tile[(thread + 1) % THREADS];
    }

    /**
     * Runs it.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        int[] out = new int[BLOCKS * THREADS];
        Kernel.of(BreakpointProgram.class, "passOn").launch(Launch.of(BLOCKS, THREADS), input(), out);
        System.out.println(Arrays.toString(out));
    }
}
