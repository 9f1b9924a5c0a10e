package dev.gpukernel.device;

/**
 * Running sums over a block of any shape, its threads in the order of their numbers, x running fastest. All threads of the block
 * must call it, at the same place. Ordinary device functions: a kernel could contain what is written here.
 *
 * <p>Each warp is scanned as in {@link WarpScan}, then the warps' sums in the same way, and the sum of the warps before is added
 * on the left. The order of additions depends on nothing but the shape of the block.
 */
public final class BlockScan {
    /** Most warps in a block; behind their sums in shared memory come the sums of the warps before each. */
    private static final int WARPS = 32;

    private BlockScan() {}

    /**
     * The sum up to this thread, its own value included.
     *
     * @param value what this thread gives
     * @return the sum over this thread and those before it, modulo 2<sup>32</sup>
     */
    public static int inclusiveSum(int value) {
        int inWarp = WarpScan.inclusiveSum(value);
        int before = sumOfWarpsBefore(inWarp);
        return BlockShape.warp() == 0 ? inWarp : before + inWarp;
    }

    /**
     * The sum up to this thread, its own value left out.
     *
     * @param value what this thread gives
     * @return the sum over the threads before this one, 0 in the first, modulo 2<sup>32</sup>
     */
    public static int exclusiveSum(int value) {
        int inWarp = WarpScan.inclusiveSum(value);
        int before = sumOfWarpsBefore(inWarp);
        int lower = Warp.shuffleUp(inWarp, 1);
        int inWarpBefore = Warp.lane() == 0 ? 0 : lower;
        return BlockShape.warp() == 0 ? inWarpBefore : Warp.lane() == 0 ? before : before + inWarpBefore;
    }

    private static int sumOfWarpsBefore(int inclusive) {
        int[] sums = Shared.ints(2 * WARPS);
        int lane = Warp.lane();
        if (lane == BlockShape.lanes() - 1) {
            sums[BlockShape.warp()] = inclusive;
        }
        Block.sync();
        if (BlockShape.warp() == 0) {
            int before = WarpScan.exclusiveSum(lane < BlockShape.warps() ? sums[lane] : 0);
            sums[WARPS + lane] = before;
        }
        Block.sync();
        return sums[WARPS + BlockShape.warp()];
    }

    /**
     * The sum up to this thread, its own value included.
     *
     * @param value what this thread gives
     * @return the sum over this thread and those before it, modulo 2<sup>64</sup>
     */
    public static long inclusiveSum(long value) {
        long inWarp = WarpScan.inclusiveSum(value);
        long before = sumOfWarpsBefore(inWarp);
        return BlockShape.warp() == 0 ? inWarp : before + inWarp;
    }

    /**
     * The sum up to this thread, its own value left out.
     *
     * @param value what this thread gives
     * @return the sum over the threads before this one, 0 in the first, modulo 2<sup>64</sup>
     */
    public static long exclusiveSum(long value) {
        long inWarp = WarpScan.inclusiveSum(value);
        long before = sumOfWarpsBefore(inWarp);
        long lower = Warp.shuffleUp(inWarp, 1);
        long inWarpBefore = Warp.lane() == 0 ? 0 : lower;
        return BlockShape.warp() == 0 ? inWarpBefore : Warp.lane() == 0 ? before : before + inWarpBefore;
    }

    private static long sumOfWarpsBefore(long inclusive) {
        long[] sums = Shared.longs(2 * WARPS);
        int lane = Warp.lane();
        if (lane == BlockShape.lanes() - 1) {
            sums[BlockShape.warp()] = inclusive;
        }
        Block.sync();
        if (BlockShape.warp() == 0) {
            long before = WarpScan.exclusiveSum(lane < BlockShape.warps() ? sums[lane] : 0);
            sums[WARPS + lane] = before;
        }
        Block.sync();
        return sums[WARPS + BlockShape.warp()];
    }

    /**
     * The sum up to this thread, its own value included.
     *
     * @param value what this thread gives
     * @return the sum over this thread and those before it
     */
    public static float inclusiveSum(float value) {
        float inWarp = WarpScan.inclusiveSum(value);
        float before = sumOfWarpsBefore(inWarp);
        return BlockShape.warp() == 0 ? inWarp : before + inWarp;
    }

    /**
     * The sum up to this thread, its own value left out.
     *
     * @param value what this thread gives
     * @return the sum over the threads before this one, 0 in the first
     */
    public static float exclusiveSum(float value) {
        float inWarp = WarpScan.inclusiveSum(value);
        float before = sumOfWarpsBefore(inWarp);
        float lower = Warp.shuffleUp(inWarp, 1);
        float inWarpBefore = Warp.lane() == 0 ? 0 : lower;
        return BlockShape.warp() == 0 ? inWarpBefore : Warp.lane() == 0 ? before : before + inWarpBefore;
    }

    private static float sumOfWarpsBefore(float inclusive) {
        float[] sums = Shared.floats(2 * WARPS);
        int lane = Warp.lane();
        if (lane == BlockShape.lanes() - 1) {
            sums[BlockShape.warp()] = inclusive;
        }
        Block.sync();
        if (BlockShape.warp() == 0) {
            float before = WarpScan.exclusiveSum(lane < BlockShape.warps() ? sums[lane] : 0);
            sums[WARPS + lane] = before;
        }
        Block.sync();
        return sums[WARPS + BlockShape.warp()];
    }

    /**
     * The sum up to this thread, its own value included.
     *
     * @param value what this thread gives
     * @return the sum over this thread and those before it
     */
    public static double inclusiveSum(double value) {
        double inWarp = WarpScan.inclusiveSum(value);
        double before = sumOfWarpsBefore(inWarp);
        return BlockShape.warp() == 0 ? inWarp : before + inWarp;
    }

    /**
     * The sum up to this thread, its own value left out.
     *
     * @param value what this thread gives
     * @return the sum over the threads before this one, 0 in the first
     */
    public static double exclusiveSum(double value) {
        double inWarp = WarpScan.inclusiveSum(value);
        double before = sumOfWarpsBefore(inWarp);
        double lower = Warp.shuffleUp(inWarp, 1);
        double inWarpBefore = Warp.lane() == 0 ? 0 : lower;
        return BlockShape.warp() == 0 ? inWarpBefore : Warp.lane() == 0 ? before : before + inWarpBefore;
    }

    private static double sumOfWarpsBefore(double inclusive) {
        double[] sums = Shared.doubles(2 * WARPS);
        int lane = Warp.lane();
        if (lane == BlockShape.lanes() - 1) {
            sums[BlockShape.warp()] = inclusive;
        }
        Block.sync();
        if (BlockShape.warp() == 0) {
            double before = WarpScan.exclusiveSum(lane < BlockShape.warps() ? sums[lane] : 0);
            sums[WARPS + lane] = before;
        }
        Block.sync();
        return sums[WARPS + BlockShape.warp()];
    }
}
