package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.ThreadIdx;
import dev.gpukernel.device.Warp;

/** Each operation of a warp; what thread i of n gets is in {@code out[i]}, {@code out[n + i]} and so on. */
public final class WarpKernels {
    private WarpKernels() {}

    @GpuKernel
    static void shuffleInts(int[] in, int[] lanes, int[] distances, int mask, int[] out) {
        int i = Grid.x();
        int n = in.length;
        out[i] = Warp.shuffle(in[i], lanes[i]);
        out[n + i] = Warp.shuffleUp(in[i], distances[i]);
        out[2 * n + i] = Warp.shuffleDown(in[i], distances[i]);
        out[3 * n + i] = Warp.shuffleXor(in[i], mask);
    }

    @GpuKernel
    static void shuffleLongs(long[] in, int[] lanes, int[] distances, int mask, long[] out) {
        int i = Grid.x();
        int n = in.length;
        out[i] = Warp.shuffle(in[i], lanes[i]);
        out[n + i] = Warp.shuffleUp(in[i], distances[i]);
        out[2 * n + i] = Warp.shuffleDown(in[i], distances[i]);
        out[3 * n + i] = Warp.shuffleXor(in[i], mask);
    }

    @GpuKernel
    static void shuffleFloats(float[] in, int[] lanes, int[] distances, int mask, float[] out) {
        int i = Grid.x();
        int n = in.length;
        out[i] = Warp.shuffle(in[i], lanes[i]);
        out[n + i] = Warp.shuffleUp(in[i], distances[i]);
        out[2 * n + i] = Warp.shuffleDown(in[i], distances[i]);
        out[3 * n + i] = Warp.shuffleXor(in[i], mask);
    }

    @GpuKernel
    static void shuffleDoubles(double[] in, int[] lanes, int[] distances, int mask, double[] out) {
        int i = Grid.x();
        int n = in.length;
        out[i] = Warp.shuffle(in[i], lanes[i]);
        out[n + i] = Warp.shuffleUp(in[i], distances[i]);
        out[2 * n + i] = Warp.shuffleDown(in[i], distances[i]);
        out[3 * n + i] = Warp.shuffleXor(in[i], mask);
    }

    @GpuKernel
    static void votes(boolean[] in, int[] few, long[] manyBits, int[] out) {
        int i = Grid.x();
        int n = in.length;
        out[i] = Warp.all(in[i]) ? 1 : 0;
        out[n + i] = Warp.any(in[i]) ? 1 : 0;
        out[2 * n + i] = Warp.ballot(in[i]);
        out[3 * n + i] = Warp.match(few[i]);
        out[4 * n + i] = Warp.match(manyBits[i]);
        out[5 * n + i] = Integer.bitCount(Warp.ballot(in[i]));
    }

    @GpuKernel
    static void reductions(int[] in, int[] out) {
        int i = Grid.x();
        int n = in.length;
        out[i] = Warp.reduceAdd(in[i]);
        out[n + i] = Warp.reduceMin(in[i]);
        out[2 * n + i] = Warp.reduceMax(in[i]);
        out[3 * n + i] = Warp.reduceAnd(in[i]);
        out[4 * n + i] = Warp.reduceOr(in[i]);
        out[5 * n + i] = Warp.reduceXor(in[i]);
    }

    /** Lanes and sizes in blocks of any shape. */
    @GpuKernel
    static void lanes(int[] lane, int[] size, int[] active) {
        int inPlane = ThreadIdx.y() * Grid.sizeX() + ThreadIdx.x();
        int i = ThreadIdx.z() * Grid.sizeX() * Grid.sizeY() + inPlane;
        lane[i] = Warp.lane();
        size[i] = Warp.size();
        active[i] = Warp.activeMask();
    }

    /** The odd lanes return at once; the others vote. */
    @GpuKernel
    static void evenLanes(int[] out) {
        if (Warp.lane() % 2 == 1) {
            return;
        }
        out[Grid.x()] = Warp.ballot(true);
    }

    /** Each half of the warp hands values on through memory, waiting for itself alone. */
    @GpuKernel
    static void halves(int[] data, int[] out) {
        int i = Grid.x();
        data[i] = 3 * i;
        if (Warp.lane() < 16) {
            Warp.sync(0xffff);
            out[i] = data[i ^ 15];
        } else {
            Warp.sync(0xffff0000);
            out[i] = data[i ^ 1];
        }
        Warp.sync();
        out[i] += data[i ^ 31];
    }
}
