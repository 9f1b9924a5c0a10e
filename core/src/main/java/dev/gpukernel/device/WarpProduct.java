package dev.gpukernel.device;

/**
 * Products of small matrices of doubles by the threads of a warp together: CUDA's {@code mma.sync.m16n8k8} with doubles. Tensor cores compute
 * them on devices of compute capability 9.0, at about twice the rate of {@link Math#fma}; elsewhere the lanes exchange what they hold.
 *
 * <p>Each element of a product is the chain {@code sum = Math.fma(left, right, sum)} in the order of the depth, everywhere.
 *
 * <p>The elements of the matrices lie with the lanes. With {@code group = lane / 4} and {@code place = lane % 4}, a lane holds
 *
 * <ul>
 *   <li>of the left matrix, 16 rows of 8, those of rows {@code group} and {@code group + 8} in column {@code place}, then of the same rows in
 *       column {@code place + 4};
 *   <li>of the right matrix, 8 rows of 8, those of rows {@code place} and {@code place + 4} in column {@code group};
 *   <li>of the sums, 16 rows of 8, those of row {@code group} in columns {@code 2 * place} and {@code 2 * place + 1}, then of row
 *       {@code group + 8} in the same columns.
 * </ul>
 */
public final class WarpProduct {
    /** Rows of the left matrix and of the sums. */
    public static final int ROWS = 16;

    /** Columns of the right matrix and of the sums. */
    public static final int COLUMNS = 8;

    /** Columns of the left matrix, rows of the right one. */
    public static final int DEPTH = 8;

    /** Elements of the left matrix that a lane holds. */
    public static final int LEFT = 4;

    /** Elements of the right matrix that a lane holds. */
    public static final int RIGHT = 2;

    /** Sums that a lane holds. */
    public static final int SUMS = 4;

    private static final int GROUP = 4;

    private WarpProduct() {}

    /**
     * Sums that a lane holds.
     *
     * @param upperLeft that of row {@code group} in column {@code 2 * place}
     * @param upperRight the one beside it
     * @param lowerLeft that of row {@code group + 8} in column {@code 2 * place}
     * @param lowerRight the one beside it
     */
    public record Sums(double upperLeft, double upperRight, double lowerLeft, double lowerRight) {}

    /**
     * Adds a product to sums. All 32 lanes must call it.
     *
     * @param sums has the sums
     * @param sum the first of {@link #SUMS} in it
     * @param left has elements of the left matrix
     * @param ofLeft the first of {@link #LEFT} in it
     * @param right has elements of the right matrix
     * @param ofRight the first of {@link #RIGHT} in it
     * @throws ArrayIndexOutOfBoundsException if an array has too few elements
     */
    public static void add(double[] sums, int sum, double[] left, int ofLeft, double[] right, int ofRight) {
        Sums added = product(
                left[ofLeft],
                left[ofLeft + 1],
                left[ofLeft + 2],
                left[ofLeft + 3],
                right[ofRight],
                right[ofRight + 1],
                sums[sum],
                sums[sum + 1],
                sums[sum + 2],
                sums[sum + 3]);
        sums[sum] = added.upperLeft;
        sums[sum + 1] = added.upperRight;
        sums[sum + 2] = added.lowerLeft;
        sums[sum + 3] = added.lowerRight;
    }

    /**
     * A product added to sums. All 32 lanes must call it.
     *
     * @param upper the left matrix in row {@code group} and column {@code place}
     * @param lower the left matrix in row {@code group + 8} and column {@code place}
     * @param upperBehind the left matrix in row {@code group} and column {@code place + 4}
     * @param lowerBehind the left matrix in row {@code group + 8} and column {@code place + 4}
     * @param right the right matrix in row {@code place} and column {@code group}
     * @param rightBehind the right matrix in row {@code place + 4} and column {@code group}
     * @param upperLeft the sum in row {@code group} and column {@code 2 * place}
     * @param upperRight the sum beside it
     * @param lowerLeft the sum in row {@code group + 8} and column {@code 2 * place}
     * @param lowerRight the sum beside it
     * @return the sums with what was added
     */
    public static Sums product(
            double upper,
            double lower,
            double upperBehind,
            double lowerBehind,
            double right,
            double rightBehind,
            double upperLeft,
            double upperRight,
            double lowerLeft,
            double lowerRight) {
        int group = Warp.lane() / GROUP * GROUP;
        int columns = Warp.lane() % GROUP * (2 * GROUP);
        double sum = upperLeft;
        double beside = upperRight;
        double below = lowerLeft;
        double across = lowerRight;
        for (int k = 0; k < DEPTH; k++) {
            int place = k % GROUP;
            double one = Warp.shuffle(k < GROUP ? upper : upperBehind, group + place);
            double other = Warp.shuffle(k < GROUP ? lower : lowerBehind, group + place);
            double here = Warp.shuffle(k < GROUP ? right : rightBehind, columns + place);
            double next = Warp.shuffle(k < GROUP ? right : rightBehind, columns + GROUP + place);
            sum = Math.fma(one, here, sum);
            beside = Math.fma(one, next, beside);
            below = Math.fma(other, here, below);
            across = Math.fma(other, next, across);
        }
        return new Sums(sum, beside, below, across);
    }
}
