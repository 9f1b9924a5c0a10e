package dev.gpukernel.device;

/**
 * Binary logarithms in double precision, from which the logarithms of {@link GpuMath} are made.
 *
 * <p>The argument is split into a power of two and a factor m from √½ to √2. The factor's logarithm is an odd function of
 * s = (m - 1) / (m + 1), for which stands a minimax polynomial found with Remez' exchange algorithm (W. J. Cody and W.
 * Waite, Software Manual for the Elementary Functions, 1980, for the split and the variable).
 */
final class Logarithm {
    static final double LN_2 = 0x1.62e42fefa39efp-1;
    static final double LOG10_2 = 0x1.34413509f79ffp-2;

    private static final long SQRT_HALF_BITS = 0x3fe6a09e667f3bcdL;
    private static final int FRACTION_BITS = 52;

    private Logarithm() {}

    /**
     * The binary logarithm of a number that is not subnormal.
     *
     * @return it, with a relative error of at most 2^-44; negative infinity for zeros; NaN for what is negative
     */
    static double log2(double x) {
        int exponent = exponent(x);
        return isPositive(x) ? log2(exponent, factor(x, exponent) - 1) : beyondDomain(x);
    }

    /** {@return the binary logarithm of 1 + x for an x that is a float, with a relative error of at most 2^-44} */
    static double log2p1(double x) {
        double sum = 1 + x;
        int exponent = exponent(sum);
        // Where the sum is inexact, x is tiny and is itself the factor less one.
        double excess = exponent == 0 ? x : factor(sum, exponent) - 1;
        return isPositive(sum) ? log2(exponent, excess) : beyondDomain(sum);
    }

    private static boolean isPositive(double x) {
        return x > 0 && x < Double.POSITIVE_INFINITY;
    }

    /** {@return the logarithm of what is neither positive nor finite: a zero, a negative number, infinity, NaN} */
    private static double beyondDomain(double x) {
        double negative = x < 0 ? Double.NaN : x;
        return x == 0 ? Double.NEGATIVE_INFINITY : negative;
    }

    /** {@return the power of two that leaves a factor from √½ to √2} */
    private static int exponent(double x) {
        return (int) ((Double.doubleToRawLongBits(x) - SQRT_HALF_BITS) >> FRACTION_BITS);
    }

    private static double factor(double x, int exponent) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(x) - ((long) exponent << FRACTION_BITS));
    }

    /** {@return exponent plus the binary logarithm of 1 + excess, whose polynomial has a relative error of 2^-45.1} */
    private static double log2(int exponent, double excess) {
        double s = excess / (2 + excess);
        double z = s * s;
        double p = 0x1.21b0ea97e634ap-2;
        p = p * z + 0x1.47955635813fbp-2;
        p = p * z + 0x1.a61a2ec9b1b2bp-2;
        p = p * z + 0x1.2776c2933ecdcp-1;
        p = p * z + 0x1.ec709dc53c66bp-1;
        p = p * z + 0x1.71547652b8251p+1;
        return exponent + s * p;
    }
}
