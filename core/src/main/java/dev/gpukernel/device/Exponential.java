package dev.gpukernel.device;

/**
 * Powers of two in double precision, from which the exponential functions of {@link GpuMath} are made.
 *
 * <p>The argument is split into an integer, which becomes the result's exponent, and a fraction of at most one half, whose
 * power of two is a minimax polynomial found with Remez' exchange algorithm (J.-M. Muller, Elementary Functions, on
 * polynomial approximation and on range reduction).
 */
final class Exponential {
    static final double LOG2_E = 0x1.71547652b82fep+0;

    /** Added and taken away again, it rounds a double to an integer, which it leaves in the sum's low bits. */
    private static final double ROUNDING = 0x1.8p52;

    /** Every float to which a power of two beyond this rounds is an infinity or a zero; every such double is normal. */
    private static final double LIMIT = 200;

    /** As {@link #LIMIT}, of what a factor makes larger: no power with a larger exponent is a number as a float, nor with a lesser one. */
    private static final float FLOAT_LIMIT = 160;

    private static final int BIAS = 1023;
    private static final int FRACTION_BITS = 52;

    private Exponential() {}

    /** {@return 2 to the power of y, with a relative error of at most 2^-37 where that is neither 0 nor infinite as a float} */
    static double exp2(double y) {
        return exp2OfBounded(bounded(y));
    }

    /** {@return 2 to the power of x times a factor from 1 to log2 e, as exactly} A float is bounded sooner than a double. */
    static double exp2(float x, double factor) {
        return exp2OfBounded(Math.min(Math.max(x, -FLOAT_LIMIT), FLOAT_LIMIT) * factor);
    }

    private static double exp2OfBounded(double bounded) {
        double shifted = bounded + ROUNDING;
        double scale = scale(shifted);
        return scale + scale * fractionExp2m1(bounded - (shifted - ROUNDING));
    }

    /** {@return 2 to the power of y, less 1, with a relative error of at most 2^-36} */
    static double exp2m1(double y) {
        double bounded = bounded(y);
        double shifted = bounded + ROUNDING;
        double scale = scale(shifted);
        return scale * fractionExp2m1(bounded - (shifted - ROUNDING)) + (scale - 1);
    }

    /** {@return y, brought to where the scale is a normal number; NaN stays} */
    private static double bounded(double y) {
        double atMost = y > LIMIT ? LIMIT : y;
        return atMost < -LIMIT ? -LIMIT : atMost;
    }

    /** {@return 2 to the power of the integer in the low bits of a number to which ROUNDING was added} */
    private static double scale(double shifted) {
        return Double.longBitsToDouble((Double.doubleToRawLongBits(shifted) + BIAS) << FRACTION_BITS);
    }

    /** {@return 2 to the power of f, less 1, for f from -1/2 to 1/2; relative error 2^-37.7} */
    private static double fractionExp2m1(double f) {
        double p = 0x1.62c010b39d449p-20;
        p = p * f + 0x1.00c0975b67024p-16;
        p = p * f + 0x1.43099b6a4d94ep-13;
        p = p * f + 0x1.5d8776121196cp-10;
        p = p * f + 0x1.3b2ab6a0c543ap-7;
        p = p * f + 0x1.c6b08da6ad455p-5;
        p = p * f + 0x1.ebfbdff85f5ddp-3;
        p = p * f + 0x1.62e42fef9cdcbp-1;
        return p * f;
    }
}
