package dev.gpukernel.internal.intrinsic;

/**
 * Powers of e and of 2, for {@link NarrowedMath}: a multiple of ln 2 becomes the result's exponent, and the rest is a polynomial's (W. J. Cody
 * and W. Waite, Software Manual for the Elementary Functions, 1980).
 */
final class Powers {
    /** Below this, the power of e and that of its negative are normal floats. */
    static final float LARGE = 87;

    /** As {@link #LARGE}, of 2. */
    static final double LARGEST_EXPONENT = 125;

    /** From here on, 1 is the float nearest to the hyperbolic tangent. */
    private static final double TANH_IS_ONE = 20;

    private static final double LOG2_E = 0x1.71547652b82fep+0;
    private static final double LN_2 = 0x1.62e42fefa39efp-1;
    private static final double ROUNDING = 0x1.8p52;
    private static final int FRACTION_BITS = 52;
    private static final int BIAS = 1023;

    private Powers() {}

    /** {@return e to the power of x, where that is normal; relative error 2^-45.3} */
    static double exp(double x) {
        double shifted = Math.fma(x, LOG2_E, ROUNDING);
        return scaled(expOfRest(rest(x, shifted)), shifted);
    }

    /** {@return 2 to the power of y, where that is normal; relative error 2^-45.7, and what that of y comes to} */
    static double exp2(double y) {
        double shifted = y + ROUNDING;
        return scaled(expOfRest((y - (shifted - ROUNDING)) * LN_2), shifted);
    }

    /** {@return e to the power of x, less 1; relative error 2^-46.5} */
    static double expm1(double x) {
        double shifted = Math.fma(x, LOG2_E, ROUNDING);
        double scale = Double.longBitsToDouble((Double.doubleToRawLongBits(shifted) + BIAS) << FRACTION_BITS);
        return Math.fma(scale, expm1OfRest(rest(x, shifted)), scale - 1);
    }

    /** {@return hyperbolic sine of a number that is not negative; relative error 2^-46} */
    static double sinh(double x) {
        double e = expm1(x);
        return 0.5 * (e + e / (e + 1));
    }

    /** {@return hyperbolic cosine of a number that is not negative; relative error 2^-45} */
    static double cosh(double x) {
        double e = exp(x);
        return 0.5 * (e + 1 / e);
    }

    /** {@return hyperbolic tangent of a number that is not negative; relative error 2^-46} */
    static double tanh(double x) {
        double e = expm1(2 * (x > TANH_IS_ONE ? TANH_IS_ONE : x));
        return e / (e + 2);
    }

    /** {@return x less a multiple of ln 2: error at most 2^-47} */
    private static double rest(double x, double shifted) {
        return Math.fma(ROUNDING - shifted, LN_2, x);
    }

    private static double scaled(double power, double shifted) {
        return Double.longBitsToDouble(
                Double.doubleToRawLongBits(power) + (Double.doubleToRawLongBits(shifted) << FRACTION_BITS));
    }

    /** {@return the power of e for r up to ln(2)/2; relative error 2^-45.8} */
    private static double expOfRest(double r) {
        double p = 0x1.70ffab46c153ap-19;
        p = Math.fma(p, r, 0x1.a16e2b88b7573p-16);
        p = Math.fma(p, r, 0x1.a01b75a7b646fp-13);
        p = Math.fma(p, r, 0x1.6c163bf2736dcp-10);
        p = Math.fma(p, r, 0x1.1111108d60697p-7);
        p = Math.fma(p, r, 0x1.5555557de77b4p-5);
        p = Math.fma(p, r, 0x1.555555558a505p-3);
        p = Math.fma(p, r, 0x1.fffffffff1469p-2);
        p = Math.fma(p, r, 1);
        return Math.fma(p, r, 1);
    }

    /** {@return the same less 1; relative error 2^-49.3} */
    private static double expm1OfRest(double r) {
        double p = 0x1.27dcf05e68772p-22;
        p = Math.fma(p, r, 0x1.72da1bade88f1p-19);
        p = Math.fma(p, r, 0x1.a01a788bc209ep-16);
        p = Math.fma(p, r, 0x1.a0199c249655dp-13);
        p = Math.fma(p, r, 0x1.6c16c135a207fp-10);
        p = Math.fma(p, r, 0x1.1111112129948p-7);
        p = Math.fma(p, r, 0x1.5555555564b3ap-5);
        p = Math.fma(p, r, 0x1.555555555229dp-3);
        p = Math.fma(p, r, 0x1.fffffffffffbfp-2);
        return r * Math.fma(p, r, 1);
    }
}
