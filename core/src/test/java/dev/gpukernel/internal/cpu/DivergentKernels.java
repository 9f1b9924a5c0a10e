package dev.gpukernel.internal.cpu;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import dev.gpukernel.device.Warp;

/** Kernels whose threads do not meet as they must. */
public final class DivergentKernels {
    private DivergentKernels() {}

    @GpuKernel
    public static void branches(int[] out) {
        int i = Grid.x();
        if (ThreadIdx.x() < 3) {
            Block.sync();
            out[i] = 1;
        } else {
            Block.sync();
            out[i] = 2;
        }
    }

    @GpuKernel
    public static void helperInBranches(int[] out) {
        if (ThreadIdx.x() == 5) {
            wait(out, 1);
        } else {
            wait(out, 2);
        }
    }

    private static void wait(int[] out, int value) {
        Block.sync();
        out[Grid.x()] = value;
    }

    @GpuKernel
    public static void unevenLoop(int[] turns, int[] out) {
        for (int turn = 0; turn < turns[Grid.x()]; turn++) {
            Block.sync();
            out[Grid.x()]++;
        }
        out[Grid.x()] += Block.syncCount(true);
    }

    @GpuKernel
    public static void halfAWarp(int[] out) {
        int i = Grid.x();
        if (Warp.lane() < 16) {
            out[i] = Warp.shuffle(i, 0);
        }
        Block.sync();
    }

    @GpuKernel
    public static void gridOrBlock(int[] out) {
        out[Grid.x()] = 1;
        if (ThreadIdx.x() < 8) {
            Grid.sync();
        } else {
            Block.sync();
        }
        out[Grid.x()] = 2;
    }

    @GpuKernel
    public static void absentLane(int lane, int[] out) {
        if (Warp.lane() == 9) {
            return;
        }
        out[Grid.x()] = Warp.shuffle(Grid.x(), lane);
    }

    @GpuKernel
    public static void strangeMask(int[] out) {
        Warp.sync(0xff);
        out[Grid.x()] = 1;
    }

    @GpuKernel
    public static void overlap(int[] out) {
        int[] ints = Shared.dynamicInts(0, 8);
        float[] floats = Shared.dynamicFloats(28, 4);
        ints[0] = 1;
        floats[0] = 2;
        out[0] = ints[0];
    }

    @GpuKernel
    public static void faultAndBranches(int[] index, int[] out) {
        int i = Grid.x();
        int value = out[index[i]];
        if (ThreadIdx.x() < 3) {
            Block.sync();
            out[i] = value;
        } else {
            Block.sync();
            out[i] = 2;
        }
    }

    @GpuKernel
    public static void faultAfterBarrier(int[] index, int[] out) {
        int i = Grid.x();
        Block.sync();
        out[i] = out[index[i]];
    }

    @GpuKernel
    public static void onOneLine(int[] out) {
        int i = Grid.x();
        boolean isTrue = ThreadIdx.x() < 3 ? Block.syncOr(i > 0) : Block.syncOr(i < 0);
        out[i] = isTrue ? 1 : 2;
    }

    @GpuKernel
    public static void methodsOnOneLine(int[] out) {
        int i = Grid.x();
        out[i] = ThreadIdx.x() < 3 ? asked(i > 0) : asked(i < 0);
    }

    private static int asked(boolean vote) {
        return Block.syncOr(vote) ? 1 : 2;
    }
}
