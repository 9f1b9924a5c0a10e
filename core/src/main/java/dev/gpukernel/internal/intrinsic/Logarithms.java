package dev.gpukernel.internal.intrinsic;

/**
 * Logarithms, for {@link NarrowedMath}: that of a power of two and that of a factor from √½ to √2 (W. J. Cody and W. Waite, Software Manual for
 * the Elementary Functions, 1980). The factor's is a polynomial's: that takes fewer steps than a division and a shorter polynomial.
 */
final class Logarithms {
    private static final double LN_2 = 0x1.62e42fefa39efp-1;
    private static final double LOG2_E = 0x1.71547652b82fep+0;
    private static final double LOG10_E = 0x1.bcb7b1526e50ep-2;
    private static final double LOG10_2 = 0x1.34413509f79ffp-2;

    /** The first bits of √½. */
    private static final int SQRT_HALF_BITS = 0x3f3504f3;

    private static final int SQRT_HALF_HIGH = 0x3fe6a09e;

    /** Bits of the fraction of a float, of a double and of a double's upper half. */
    private static final int FRACTION_BITS = 23;

    private static final int FRACTION_BITS_OF_DOUBLE = 52;
    private static final int FRACTION_BITS_OF_HIGH = 20;

    private static final int LEAST_NORMAL_BITS = 0x00800000;
    private static final int INFINITY_BITS = 0x7f800000;
    private static final int LEAST_NORMAL_HIGH = 0x00100000;
    private static final int INFINITY_HIGH = 0x7ff00000;
    private static final long TWO_TO_52_BITS = 0x4330000000000000L;
    private static final int BIAS = 1024;

    private Logarithms() {}

    /** {@return whether a float is positive, normal and finite, as all methods want it that say nothing else} */
    static boolean isUsual(float x) {
        // Differences as unsigned numbers: what is negative is above infinity.
        return Float.floatToRawIntBits(x) - LEAST_NORMAL_BITS + Integer.MIN_VALUE
                < INFINITY_BITS - LEAST_NORMAL_BITS + Integer.MIN_VALUE;
    }

    /** {@return the same of a double} */
    static boolean isUsualDouble(double x) {
        int high = (int) (Double.doubleToRawLongBits(x) >>> Integer.SIZE);
        return high - LEAST_NORMAL_HIGH + Integer.MIN_VALUE < INFINITY_HIGH - LEAST_NORMAL_HIGH + Integer.MIN_VALUE;
    }

    /** {@return the natural logarithm; relative error 2^-43.6} */
    static double log(float x) {
        int exponent = exponent(x);
        return Math.fma(toDouble(exponent), LN_2, ofFactor(excess(x, exponent)));
    }

    /** {@return the decimal logarithm; relative error 2^-43.6} */
    static double log10(float x) {
        int exponent = exponent(x);
        return Math.fma(toDouble(exponent), LOG10_2, ofFactor(excess(x, exponent)) * LOG10_E);
    }

    /** {@return the binary logarithm; relative error 2^-43.6} */
    static double log2(float x) {
        int exponent = exponent(x);
        return Math.fma(ofFactor(excess(x, exponent)), LOG2_E, toDouble(exponent));
    }

    /** {@return the natural logarithm of 1 + x for a finite number above -1; relative error 2^-43.6} */
    static double log1p(double x) {
        double sum = 1 + x;
        int exponent = exponentOfDouble(sum);
        double excess = excessOfDouble(sum, exponent);
        // Where the sum is inexact, x is itself the factor less one, or so large that it does not matter.
        return Math.fma(toDouble(exponent), LN_2, ofFactor(exponent == 0 ? x : excess));
    }

    /** {@return the decimal logarithm of a double that is normal and positive; relative error 2^-43.6} */
    static double log10OfDouble(double x) {
        int exponent = exponentOfDouble(x);
        return Math.fma(toDouble(exponent), LOG10_2, ofFactor(excessOfDouble(x, exponent)) * LOG10_E);
    }

    /** {@return the binary logarithm of a double that is normal and positive; relative error 2^-43.6} */
    static double log2OfDouble(double x) {
        int exponent = exponentOfDouble(x);
        return Math.fma(ofFactor(excessOfDouble(x, exponent)), LOG2_E, toDouble(exponent));
    }

    /** {@return the natural logarithm of a double that is normal and positive; relative error 2^-43.6} */
    static double logOfDouble(double x) {
        int exponent = exponentOfDouble(x);
        return Math.fma(toDouble(exponent), LN_2, ofFactor(excessOfDouble(x, exponent)));
    }

    /** {@return the power of two that leaves a factor from √½ to √2} */
    private static int exponent(float x) {
        return (Float.floatToRawIntBits(x) - SQRT_HALF_BITS) >> FRACTION_BITS;
    }

    private static int exponentOfDouble(double x) {
        return ((int) (Double.doubleToRawLongBits(x) >>> Integer.SIZE) - SQRT_HALF_HIGH) >> FRACTION_BITS_OF_HIGH;
    }

    /** {@return the factor, less one} */
    private static double excess(float x, int exponent) {
        return Float.intBitsToFloat(Float.floatToRawIntBits(x) - (exponent << FRACTION_BITS)) - 1;
    }

    private static double excessOfDouble(double x, int exponent) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(x) - ((long) exponent << FRACTION_BITS_OF_DOUBLE))
                - 1;
    }

    /** {@return an exponent as a double} A bit pattern and a difference: conversions are slow on GPUs. */
    private static double toDouble(int exponent) {
        return Double.longBitsToDouble(TWO_TO_52_BITS | ((exponent + BIAS) & 0xffffffffL)) - (0x1p52 + BIAS);
    }

    /** {@return the natural logarithm of 1 + f; relative error 2^-43.6} */
    private static double ofFactor(double f) {
        double p = -0x1.46cb09676c1b2p-5;
        p = Math.fma(p, f, 0x1.47bb1d54d0299p-4);
        p = Math.fma(p, f, -0x1.50e62c666725dp-4);
        p = Math.fma(p, f, 0x1.3a48358507570p-4);
        p = Math.fma(p, f, -0x1.4f20b1dcc39f0p-4);
        p = Math.fma(p, f, 0x1.73c4fee12e567p-4);
        p = Math.fma(p, f, -0x1.9a042c783cc45p-4);
        p = Math.fma(p, f, 0x1.c72b086e3bc0dp-4);
        p = Math.fma(p, f, -0x1.fffc3dccecffbp-4);
        p = Math.fma(p, f, 0x1.2492034028643p-3);
        p = Math.fma(p, f, -0x1.55555e07f210bp-3);
        p = Math.fma(p, f, 0x1.99999ab49db18p-3);
        p = Math.fma(p, f, -0x1.ffffffee32854p-3);
        p = Math.fma(p, f, 0x1.555555549dde8p-2);
        p = Math.fma(p, f, -0x1.0000000002832p-1);
        return f * Math.fma(p, f, 1);
    }
}
