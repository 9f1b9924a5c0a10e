package dev.gpukernel.device;

/**
 * Running sums over a warp. All lanes of the warp must call it. Ordinary device functions: a kernel could contain what is
 * written here.
 *
 * <p>Lane i adds to its own what lane i - 1 has, then what lane i - 2 has by then, i - 4, i - 8 and i - 16 (Hillis and Steele,
 * "Data parallel algorithms", 1986): the sum of the lower lanes on the left, its own on the right. The order of additions
 * depends on nothing else.
 */
public final class WarpScan {
    private WarpScan() {}

    /**
     * The sum up to this lane, its own value included.
     *
     * @param value what this thread gives
     * @return the sum over lanes 0 to {@code Warp.lane()}, modulo 2<sup>32</sup>
     */
    public static int inclusiveSum(int value) {
        int lane = Warp.lane();
        int sum = value;
        for (int distance = 1; distance < Warp.size(); distance *= 2) {
            int lower = Warp.shuffleUp(sum, distance);
            sum = lane >= distance ? lower + sum : sum;
        }
        return sum;
    }

    /**
     * The sum up to this lane, its own value left out.
     *
     * @param value what this thread gives
     * @return the sum over lanes 0 to {@code Warp.lane() - 1}, 0 in lane 0, modulo 2<sup>32</sup>
     */
    public static int exclusiveSum(int value) {
        int lower = Warp.shuffleUp(inclusiveSum(value), 1);
        return Warp.lane() == 0 ? 0 : lower;
    }

    /**
     * The sum up to this lane, its own value included.
     *
     * @param value what this thread gives
     * @return the sum over lanes 0 to {@code Warp.lane()}, modulo 2<sup>64</sup>
     */
    public static long inclusiveSum(long value) {
        int lane = Warp.lane();
        long sum = value;
        for (int distance = 1; distance < Warp.size(); distance *= 2) {
            long lower = Warp.shuffleUp(sum, distance);
            sum = lane >= distance ? lower + sum : sum;
        }
        return sum;
    }

    /**
     * The sum up to this lane, its own value left out.
     *
     * @param value what this thread gives
     * @return the sum over lanes 0 to {@code Warp.lane() - 1}, 0 in lane 0, modulo 2<sup>64</sup>
     */
    public static long exclusiveSum(long value) {
        long lower = Warp.shuffleUp(inclusiveSum(value), 1);
        return Warp.lane() == 0 ? 0 : lower;
    }

    /**
     * The sum up to this lane, its own value included.
     *
     * @param value what this thread gives
     * @return the sum over lanes 0 to {@code Warp.lane()}
     */
    public static float inclusiveSum(float value) {
        int lane = Warp.lane();
        float sum = value;
        for (int distance = 1; distance < Warp.size(); distance *= 2) {
            float lower = Warp.shuffleUp(sum, distance);
            sum = lane >= distance ? lower + sum : sum;
        }
        return sum;
    }

    /**
     * The sum up to this lane, its own value left out.
     *
     * @param value what this thread gives
     * @return the sum over lanes 0 to {@code Warp.lane() - 1}, 0 in lane 0
     */
    public static float exclusiveSum(float value) {
        float lower = Warp.shuffleUp(inclusiveSum(value), 1);
        return Warp.lane() == 0 ? 0 : lower;
    }

    /**
     * The sum up to this lane, its own value included.
     *
     * @param value what this thread gives
     * @return the sum over lanes 0 to {@code Warp.lane()}
     */
    public static double inclusiveSum(double value) {
        int lane = Warp.lane();
        double sum = value;
        for (int distance = 1; distance < Warp.size(); distance *= 2) {
            double lower = Warp.shuffleUp(sum, distance);
            sum = lane >= distance ? lower + sum : sum;
        }
        return sum;
    }

    /**
     * The sum up to this lane, its own value left out.
     *
     * @param value what this thread gives
     * @return the sum over lanes 0 to {@code Warp.lane() - 1}, 0 in lane 0
     */
    public static double exclusiveSum(double value) {
        double lower = Warp.shuffleUp(inclusiveSum(value), 1);
        return Warp.lane() == 0 ? 0 : lower;
    }
}
