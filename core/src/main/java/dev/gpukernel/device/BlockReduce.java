package dev.gpukernel.device;

/**
 * Sums and extremes over a block of any shape. All threads of the block must call it, at the same place, and all get the result.
 * Ordinary device functions: a kernel could contain what is written here.
 *
 * <p>Each warp is reduced as in {@link WarpReduce}, and then the warps' results in the same way. The order of additions depends
 * on nothing but the shape of the block, so that sums of floating-point numbers are the same each time.
 */
public final class BlockReduce {
    /** Most warps in a block; behind their results in shared memory comes that of the block. */
    private static final int WARPS = 32;

    private BlockReduce() {}

    /**
     * The sum over the block.
     *
     * @param value what this thread gives
     * @return the sum, modulo 2<sup>32</sup>
     */
    public static int sum(int value) {
        int[] results = Shared.ints(WARPS + 1);
        int lane = Warp.lane();
        int ofWarp = WarpReduce.sum(value);
        if (lane == 0) {
            results[BlockShape.warp()] = ofWarp;
        }
        Block.sync();
        if (BlockShape.warp() == 0) {
            int ofBlock = WarpReduce.sum(lane < BlockShape.warps() ? results[lane] : 0);
            if (lane == 0) {
                results[WARPS] = ofBlock;
            }
        }
        Block.sync();
        return results[WARPS];
    }

    /**
     * The sum over the block.
     *
     * @param value what this thread gives
     * @return the sum, modulo 2<sup>64</sup>
     */
    public static long sum(long value) {
        long[] results = Shared.longs(WARPS + 1);
        int lane = Warp.lane();
        long ofWarp = WarpReduce.sum(value);
        if (lane == 0) {
            results[BlockShape.warp()] = ofWarp;
        }
        Block.sync();
        if (BlockShape.warp() == 0) {
            long ofBlock = WarpReduce.sum(lane < BlockShape.warps() ? results[lane] : 0);
            if (lane == 0) {
                results[WARPS] = ofBlock;
            }
        }
        Block.sync();
        return results[WARPS];
    }

    /**
     * The sum over the block.
     *
     * @param value what this thread gives
     * @return the sum, in the order above
     */
    public static float sum(float value) {
        float[] results = Shared.floats(WARPS + 1);
        int lane = Warp.lane();
        float ofWarp = WarpReduce.sum(value);
        if (lane == 0) {
            results[BlockShape.warp()] = ofWarp;
        }
        Block.sync();
        if (BlockShape.warp() == 0) {
            float ofBlock = WarpReduce.sum(lane < BlockShape.warps() ? results[lane] : -0f);
            if (lane == 0) {
                results[WARPS] = ofBlock;
            }
        }
        Block.sync();
        return results[WARPS];
    }

    /**
     * The sum over the block.
     *
     * @param value what this thread gives
     * @return the sum, in the order above
     */
    public static double sum(double value) {
        double[] results = Shared.doubles(WARPS + 1);
        int lane = Warp.lane();
        double ofWarp = WarpReduce.sum(value);
        if (lane == 0) {
            results[BlockShape.warp()] = ofWarp;
        }
        Block.sync();
        if (BlockShape.warp() == 0) {
            double ofBlock = WarpReduce.sum(lane < BlockShape.warps() ? results[lane] : -0d);
            if (lane == 0) {
                results[WARPS] = ofBlock;
            }
        }
        Block.sync();
        return results[WARPS];
    }

    /**
     * The least value over the block.
     *
     * @param value what this thread gives
     * @return the least value
     */
    public static int min(int value) {
        int[] results = Shared.ints(WARPS + 1);
        int lane = Warp.lane();
        int ofWarp = WarpReduce.min(value);
        if (lane == 0) {
            results[BlockShape.warp()] = ofWarp;
        }
        Block.sync();
        if (BlockShape.warp() == 0) {
            int ofBlock = WarpReduce.min(lane < BlockShape.warps() ? results[lane] : Integer.MAX_VALUE);
            if (lane == 0) {
                results[WARPS] = ofBlock;
            }
        }
        Block.sync();
        return results[WARPS];
    }

    /**
     * The least value over the block.
     *
     * @param value what this thread gives
     * @return the least value
     */
    public static long min(long value) {
        long[] results = Shared.longs(WARPS + 1);
        int lane = Warp.lane();
        long ofWarp = WarpReduce.min(value);
        if (lane == 0) {
            results[BlockShape.warp()] = ofWarp;
        }
        Block.sync();
        if (BlockShape.warp() == 0) {
            long ofBlock = WarpReduce.min(lane < BlockShape.warps() ? results[lane] : Long.MAX_VALUE);
            if (lane == 0) {
                results[WARPS] = ofBlock;
            }
        }
        Block.sync();
        return results[WARPS];
    }

    /**
     * The least value over the block.
     *
     * @param value what this thread gives
     * @return the least value, by {@link Math#min(float, float)}
     */
    public static float min(float value) {
        float[] results = Shared.floats(WARPS + 1);
        int lane = Warp.lane();
        float ofWarp = WarpReduce.min(value);
        if (lane == 0) {
            results[BlockShape.warp()] = ofWarp;
        }
        Block.sync();
        if (BlockShape.warp() == 0) {
            float ofBlock = WarpReduce.min(lane < BlockShape.warps() ? results[lane] : Float.POSITIVE_INFINITY);
            if (lane == 0) {
                results[WARPS] = ofBlock;
            }
        }
        Block.sync();
        return results[WARPS];
    }

    /**
     * The least value over the block.
     *
     * @param value what this thread gives
     * @return the least value, by {@link Math#min(double, double)}
     */
    public static double min(double value) {
        double[] results = Shared.doubles(WARPS + 1);
        int lane = Warp.lane();
        double ofWarp = WarpReduce.min(value);
        if (lane == 0) {
            results[BlockShape.warp()] = ofWarp;
        }
        Block.sync();
        if (BlockShape.warp() == 0) {
            double ofBlock = WarpReduce.min(lane < BlockShape.warps() ? results[lane] : Double.POSITIVE_INFINITY);
            if (lane == 0) {
                results[WARPS] = ofBlock;
            }
        }
        Block.sync();
        return results[WARPS];
    }

    /**
     * The greatest value over the block.
     *
     * @param value what this thread gives
     * @return the greatest value
     */
    public static int max(int value) {
        int[] results = Shared.ints(WARPS + 1);
        int lane = Warp.lane();
        int ofWarp = WarpReduce.max(value);
        if (lane == 0) {
            results[BlockShape.warp()] = ofWarp;
        }
        Block.sync();
        if (BlockShape.warp() == 0) {
            int ofBlock = WarpReduce.max(lane < BlockShape.warps() ? results[lane] : Integer.MIN_VALUE);
            if (lane == 0) {
                results[WARPS] = ofBlock;
            }
        }
        Block.sync();
        return results[WARPS];
    }

    /**
     * The greatest value over the block.
     *
     * @param value what this thread gives
     * @return the greatest value
     */
    public static long max(long value) {
        long[] results = Shared.longs(WARPS + 1);
        int lane = Warp.lane();
        long ofWarp = WarpReduce.max(value);
        if (lane == 0) {
            results[BlockShape.warp()] = ofWarp;
        }
        Block.sync();
        if (BlockShape.warp() == 0) {
            long ofBlock = WarpReduce.max(lane < BlockShape.warps() ? results[lane] : Long.MIN_VALUE);
            if (lane == 0) {
                results[WARPS] = ofBlock;
            }
        }
        Block.sync();
        return results[WARPS];
    }

    /**
     * The greatest value over the block.
     *
     * @param value what this thread gives
     * @return the greatest value, by {@link Math#max(float, float)}
     */
    public static float max(float value) {
        float[] results = Shared.floats(WARPS + 1);
        int lane = Warp.lane();
        float ofWarp = WarpReduce.max(value);
        if (lane == 0) {
            results[BlockShape.warp()] = ofWarp;
        }
        Block.sync();
        if (BlockShape.warp() == 0) {
            float ofBlock = WarpReduce.max(lane < BlockShape.warps() ? results[lane] : Float.NEGATIVE_INFINITY);
            if (lane == 0) {
                results[WARPS] = ofBlock;
            }
        }
        Block.sync();
        return results[WARPS];
    }

    /**
     * The greatest value over the block.
     *
     * @param value what this thread gives
     * @return the greatest value, by {@link Math#max(double, double)}
     */
    public static double max(double value) {
        double[] results = Shared.doubles(WARPS + 1);
        int lane = Warp.lane();
        double ofWarp = WarpReduce.max(value);
        if (lane == 0) {
            results[BlockShape.warp()] = ofWarp;
        }
        Block.sync();
        if (BlockShape.warp() == 0) {
            double ofBlock = WarpReduce.max(lane < BlockShape.warps() ? results[lane] : Double.NEGATIVE_INFINITY);
            if (lane == 0) {
                results[WARPS] = ofBlock;
            }
        }
        Block.sync();
        return results[WARPS];
    }
}
