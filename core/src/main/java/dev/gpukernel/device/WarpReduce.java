package dev.gpukernel.device;

/**
 * Sums and extremes over a warp. All lanes of the warp must call it, and all get the result. Ordinary device functions: a kernel
 * could contain what is written here.
 *
 * <p>Lane i takes in lane i + 16 if there is one, then i + 8, i + 4, i + 2 and i + 1; lane 0 then has the result. The order of
 * additions depends on nothing else, so that sums of floating-point numbers are the same each time.
 */
public final class WarpReduce {
    private WarpReduce() {}

    /**
     * The sum over the warp.
     *
     * @param value what this thread gives
     * @return the sum, modulo 2<sup>32</sup>
     */
    public static int sum(int value) {
        int lane = Warp.lane();
        int lanes = BlockShape.lanes();
        int result = value;
        for (int distance = Warp.size() / 2; distance > 0; distance /= 2) {
            boolean taken = lane + distance < lanes;
            int other = Warp.shuffle(result, taken ? lane + distance : lane);
            result = taken ? result + other : result;
        }
        return Warp.shuffle(result, 0);
    }

    /**
     * The sum over the warp.
     *
     * @param value what this thread gives
     * @return the sum, modulo 2<sup>64</sup>
     */
    public static long sum(long value) {
        int lane = Warp.lane();
        int lanes = BlockShape.lanes();
        long result = value;
        for (int distance = Warp.size() / 2; distance > 0; distance /= 2) {
            boolean taken = lane + distance < lanes;
            long other = Warp.shuffle(result, taken ? lane + distance : lane);
            result = taken ? result + other : result;
        }
        return Warp.shuffle(result, 0);
    }

    /**
     * The sum over the warp.
     *
     * @param value what this thread gives
     * @return the sum, in the order above
     */
    public static float sum(float value) {
        int lane = Warp.lane();
        int lanes = BlockShape.lanes();
        float result = value;
        for (int distance = Warp.size() / 2; distance > 0; distance /= 2) {
            boolean taken = lane + distance < lanes;
            float other = Warp.shuffle(result, taken ? lane + distance : lane);
            result = taken ? result + other : result;
        }
        return Warp.shuffle(result, 0);
    }

    /**
     * The sum over the warp.
     *
     * @param value what this thread gives
     * @return the sum, in the order above
     */
    public static double sum(double value) {
        int lane = Warp.lane();
        int lanes = BlockShape.lanes();
        double result = value;
        for (int distance = Warp.size() / 2; distance > 0; distance /= 2) {
            boolean taken = lane + distance < lanes;
            double other = Warp.shuffle(result, taken ? lane + distance : lane);
            result = taken ? result + other : result;
        }
        return Warp.shuffle(result, 0);
    }

    /**
     * The least value over the warp.
     *
     * @param value what this thread gives
     * @return the least value
     */
    public static int min(int value) {
        int lane = Warp.lane();
        int lanes = BlockShape.lanes();
        int result = value;
        for (int distance = Warp.size() / 2; distance > 0; distance /= 2) {
            boolean taken = lane + distance < lanes;
            int other = Warp.shuffle(result, taken ? lane + distance : lane);
            result = taken ? Math.min(result, other) : result;
        }
        return Warp.shuffle(result, 0);
    }

    /**
     * The least value over the warp.
     *
     * @param value what this thread gives
     * @return the least value
     */
    public static long min(long value) {
        int lane = Warp.lane();
        int lanes = BlockShape.lanes();
        long result = value;
        for (int distance = Warp.size() / 2; distance > 0; distance /= 2) {
            boolean taken = lane + distance < lanes;
            long other = Warp.shuffle(result, taken ? lane + distance : lane);
            result = taken ? Math.min(result, other) : result;
        }
        return Warp.shuffle(result, 0);
    }

    /**
     * The least value over the warp.
     *
     * @param value what this thread gives
     * @return the least value, by {@link Math#min(float, float)}
     */
    public static float min(float value) {
        int lane = Warp.lane();
        int lanes = BlockShape.lanes();
        float result = value;
        for (int distance = Warp.size() / 2; distance > 0; distance /= 2) {
            boolean taken = lane + distance < lanes;
            float other = Warp.shuffle(result, taken ? lane + distance : lane);
            result = taken ? Math.min(result, other) : result;
        }
        return Warp.shuffle(result, 0);
    }

    /**
     * The least value over the warp.
     *
     * @param value what this thread gives
     * @return the least value, by {@link Math#min(double, double)}
     */
    public static double min(double value) {
        int lane = Warp.lane();
        int lanes = BlockShape.lanes();
        double result = value;
        for (int distance = Warp.size() / 2; distance > 0; distance /= 2) {
            boolean taken = lane + distance < lanes;
            double other = Warp.shuffle(result, taken ? lane + distance : lane);
            result = taken ? Math.min(result, other) : result;
        }
        return Warp.shuffle(result, 0);
    }

    /**
     * The greatest value over the warp.
     *
     * @param value what this thread gives
     * @return the greatest value
     */
    public static int max(int value) {
        int lane = Warp.lane();
        int lanes = BlockShape.lanes();
        int result = value;
        for (int distance = Warp.size() / 2; distance > 0; distance /= 2) {
            boolean taken = lane + distance < lanes;
            int other = Warp.shuffle(result, taken ? lane + distance : lane);
            result = taken ? Math.max(result, other) : result;
        }
        return Warp.shuffle(result, 0);
    }

    /**
     * The greatest value over the warp.
     *
     * @param value what this thread gives
     * @return the greatest value
     */
    public static long max(long value) {
        int lane = Warp.lane();
        int lanes = BlockShape.lanes();
        long result = value;
        for (int distance = Warp.size() / 2; distance > 0; distance /= 2) {
            boolean taken = lane + distance < lanes;
            long other = Warp.shuffle(result, taken ? lane + distance : lane);
            result = taken ? Math.max(result, other) : result;
        }
        return Warp.shuffle(result, 0);
    }

    /**
     * The greatest value over the warp.
     *
     * @param value what this thread gives
     * @return the greatest value, by {@link Math#max(float, float)}
     */
    public static float max(float value) {
        int lane = Warp.lane();
        int lanes = BlockShape.lanes();
        float result = value;
        for (int distance = Warp.size() / 2; distance > 0; distance /= 2) {
            boolean taken = lane + distance < lanes;
            float other = Warp.shuffle(result, taken ? lane + distance : lane);
            result = taken ? Math.max(result, other) : result;
        }
        return Warp.shuffle(result, 0);
    }

    /**
     * The greatest value over the warp.
     *
     * @param value what this thread gives
     * @return the greatest value, by {@link Math#max(double, double)}
     */
    public static double max(double value) {
        int lane = Warp.lane();
        int lanes = BlockShape.lanes();
        double result = value;
        for (int distance = Warp.size() / 2; distance > 0; distance /= 2) {
            boolean taken = lane + distance < lanes;
            double other = Warp.shuffle(result, taken ? lane + distance : lane);
            result = taken ? Math.max(result, other) : result;
        }
        return Warp.shuffle(result, 0);
    }
}
