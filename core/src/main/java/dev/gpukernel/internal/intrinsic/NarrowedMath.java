package dev.gpukernel.internal.intrinsic;

import dev.gpukernel.device.Philox;

/**
 * Functions of {@link StrictMath} of floats, rounded to float, with the bits that {@code (float) StrictMath.sin(x)} and its like give: the
 * front end translates these in place of the JDK's own code, which takes several times as long.
 *
 * <p>Each computes the function in double precision, with a relative error of at most 2^-43. A float has 24 bits, so all numbers that
 * near to the result round to the same float, unless the middle between two floats is among them (A. Ziv, Fast evaluation of
 * elementary mathematical functions with correctly rounded last bit, ACM TOMS 17, 1991). StrictMath's result, whose error is an ulp of
 * a double, then rounds to it, too. One of 2^18 results is so near to a middle, and {@link ExactMath} computes it, as it does for
 * arguments for which the method here is not made. That is one choice at the end, so threads of a warp stay together.
 *
 * <p>Polynomials are minimax ones of the relative error, found with Remez' exchange algorithm. All coefficients but those near 1 are
 * such, so results for tiny arguments are exact.
 */
public final class NarrowedMath {
    /** Bits of a double's significand that a float's has not. */
    private static final int DROPPED = 0x1fffffff;

    /** What these are in the middle between two floats. */
    private static final int MIDDLE = 0x10000000;

    /** A relative error of 2^-43 in units of the last bit of a significand, which is between 1 and 2. */
    private static final int ERROR = 1 << 10;

    /** Added and taken away again, it rounds a double to an integer, which it leaves in the sum's low bits. */
    private static final double ROUNDING = 0x1.8p52;

    private static final int HIGH_WORD = 32;
    private static final int SIGN_PLACE = 63;

    private NarrowedMath() {}

    /**
     * {@return how far a result is above the least number that is too near to a middle between two floats} In units of its last bit;
     * what is less than {@code 2 * ERROR} is too near.
     */
    private static int distance(double result) {
        return ((int) Double.doubleToRawLongBits(result) - (MIDDLE - ERROR)) & DROPPED;
    }

    /** {@return sine} */
    public static float sin(float x) {
        double shifted = Math.fma((double) x, Turns.INVERSE_PI, ROUNDING);
        double result = Turns.sine(x, shifted - ROUNDING, shifted);
        int distance = distance(result);
        return (Math.abs(x) < Turns.LARGE ? distance : 0) < 2 * ERROR ? ExactMath.sin(x) : (float) result;
    }

    /** {@return cosine: the sine of x less an odd multiple of π/2} */
    public static float cos(float x) {
        double shifted = Math.fma((double) x, Turns.INVERSE_PI, -0.5) + (ROUNDING + 1);
        double result = Turns.sine(x, shifted - ROUNDING - 0.5, shifted);
        int distance = distance(result);
        return (Math.abs(x) < Turns.LARGE ? distance : 0) < 2 * ERROR ? ExactMath.cos(x) : (float) result;
    }

    /** {@return a number of the normal distribution, as {@link Philox#normal} has it} */
    public static float normal(long seed, long index) {
        Philox.Words words = Philox.words(seed, 0, index);
        double radius = toDouble(words.first(), words.second());
        double angle = toDouble(words.third(), words.fourth());
        double result = Math.sqrt(-2 * Logs.ofDouble(1 - radius)) * Turns.cosine(2 * Math.PI * angle);
        return distance(result) < 2 * ERROR ? ExactMath.normal(radius, angle) : (float) result;
    }

    /** {@return two words as a number from 0, inclusive, to 1, exclusive, a multiple of 2^-53} */
    private static double toDouble(int upper, int lower) {
        return (((long) upper << HIGH_WORD | (lower & 0xffffffffL)) >>> 11) * 0x1p-53;
    }

    /** Sines by a multiple of π that is taken away (W. J. Cody and W. Waite, Software Manual for the Elementary Functions, 1980). */
    private static final class Turns {
        /**
         * Below this, a multiple of π has a product with its first 33 bits that is exact, and one with the rest whose error is less than
         * 2^-70. No such float is nearer to a multiple of π/2 than 2^-27.
         */
        static final float LARGE = 0x1p17f;

        static final double INVERSE_PI = 0x1.45f306dc9c883p-2;
        private static final double PI_HIGH = 0x1.921fb544p+1;
        private static final double PI_LOW = 0x1.0b4611a626331p-33;
        private static final double PI_REST = 0x1.1701b839a2520p-87;

        /**
         * {@return sine of x less a multiple of π, with the sign that it has by that}
         *
         * @param turns the multiple, half an odd number for a cosine
         * @param shifted its lowest bit says if the sign changes
         */
        static double sine(double x, double turns, double shifted) {
            return sine(Math.fma(-turns, PI_LOW, Math.fma(-turns, PI_HIGH, x)), shifted);
        }

        /** {@return cosine of a double up to 2π} It may be as near to a multiple of π/2 as 2^-54. */
        static double cosine(double x) {
            double shifted = Math.fma(x, INVERSE_PI, -0.5) + (ROUNDING + 1);
            double turns = shifted - ROUNDING - 0.5;
            double r = Math.fma(-turns, PI_LOW, Math.fma(-turns, PI_HIGH, x));
            return sine(Math.fma(-turns, PI_REST, r), shifted);
        }

        private static double sine(double r, double shifted) {
            double z = r * r;
            // Up to π/2; relative error 2^-43.7.
            double p = 0x1.52dc17cb95262p-33;
            p = Math.fma(p, z, -0x1.ae03fb0164535p-26);
            p = Math.fma(p, z, 0x1.71dcf85c4116bp-19);
            p = Math.fma(p, z, -0x1.a019fd59a85ecp-13);
            p = Math.fma(p, z, 0x1.1111110a565c8p-7);
            p = Math.fma(p, z, -0x1.5555555547166p-3);
            double sine = r * Math.fma(p, z, 1);
            return Double.longBitsToDouble(
                    Double.doubleToRawLongBits(sine) ^ (Double.doubleToRawLongBits(shifted) << SIGN_PLACE));
        }
    }

    /**
     * {@return the power of e} The exponent less a multiple of ln 2, which becomes a power of two (W. J. Cody and W. Waite, Software Manual
     * for the Elementary Functions, 1980).
     */
    public static float exp(float x) {
        double shifted = Math.fma((double) x, Powers.LOG2_E, ROUNDING);
        double r = Math.fma(ROUNDING - shifted, Powers.LN_2, (double) x);
        // Up to ln(2)/2; relative error 2^-45.7, with that of r.
        double p = 0x1.70ffab46c153ap-19;
        p = Math.fma(p, r, 0x1.a16e2b88b7573p-16);
        p = Math.fma(p, r, 0x1.a01b75a7b646fp-13);
        p = Math.fma(p, r, 0x1.6c163bf2736dcp-10);
        p = Math.fma(p, r, 0x1.1111108d60697p-7);
        p = Math.fma(p, r, 0x1.5555557de77b4p-5);
        p = Math.fma(p, r, 0x1.555555558a505p-3);
        p = Math.fma(p, r, 0x1.fffffffff1469p-2);
        p = Math.fma(p, r, 1);
        p = Math.fma(p, r, 1);
        long scale = Double.doubleToRawLongBits(shifted) << Powers.FRACTION_BITS;
        double result = Double.longBitsToDouble(Double.doubleToRawLongBits(p) + scale);
        int distance = distance(result);
        return (Math.abs(x) < Powers.LARGE ? distance : 0) < 2 * ERROR ? ExactMath.exp(x) : (float) result;
    }

    /** Constants for powers. */
    private static final class Powers {
        static final double LOG2_E = 0x1.71547652b82fep+0;
        static final double LN_2 = 0x1.62e42fefa39efp-1;
        static final int FRACTION_BITS = 52;

        /** Below this, the power is a normal float. */
        static final float LARGE = 87;
    }

    /**
     * {@return the natural logarithm} That of a power of two and that of a factor from √½ to √2 (W. J. Cody and W. Waite, Software Manual
     * for the Elementary Functions, 1980).
     */
    public static float log(float x) {
        int bits = Float.floatToRawIntBits(x);
        int exponent = (bits - Logs.SQRT_HALF_BITS) >> Logs.FRACTION_BITS;
        double f = Float.intBitsToFloat(bits - (exponent << Logs.FRACTION_BITS)) - 1;
        double result = Math.fma(Logs.toDouble(exponent), Logs.LN_2, Logs.ofFactor(f));
        int distance = distance(result);
        // As unsigned numbers: what is negative is above infinity.
        boolean isUsual =
                bits - Logs.LEAST_NORMAL + Integer.MIN_VALUE < Logs.INFINITY - Logs.LEAST_NORMAL + Integer.MIN_VALUE;
        return (isUsual ? distance : 0) < 2 * ERROR ? ExactMath.log(x) : (float) result;
    }

    /** Logarithms of the parts of a float. */
    private static final class Logs {
        static final int SQRT_HALF_BITS = 0x3f3504f3;
        static final int FRACTION_BITS = 23;
        static final int LEAST_NORMAL = 0x00800000;
        static final int INFINITY = 0x7f800000;
        static final double LN_2 = 0x1.62e42fefa39efp-1;

        private static final int SQRT_HALF_HIGH = 0x3fe6a09e;
        private static final int FRACTION_BITS_OF_HIGH = 20;
        private static final int FRACTION_BITS_OF_DOUBLE = 52;
        private static final long TWO_TO_52_BITS = 0x4330000000000000L;
        private static final int BIAS = 1024;

        /** {@return an exponent as a double} A bit pattern and a difference: conversions are slow on GPUs. */
        static double toDouble(int exponent) {
            return Double.longBitsToDouble(TWO_TO_52_BITS | ((exponent + BIAS) & 0xffffffffL)) - (0x1p52 + BIAS);
        }

        /** {@return the natural logarithm of a double that is normal and positive} */
        static double ofDouble(double x) {
            long bits = Double.doubleToRawLongBits(x);
            int exponent = ((int) (bits >>> HIGH_WORD) - SQRT_HALF_HIGH) >> FRACTION_BITS_OF_HIGH;
            double f = Double.longBitsToDouble(bits - ((long) exponent << FRACTION_BITS_OF_DOUBLE)) - 1;
            return Math.fma(toDouble(exponent), LN_2, ofFactor(f));
        }

        /** {@return the natural logarithm of 1 + f; relative error 2^-43.6} */
        static double ofFactor(double f) {
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
            return Math.fma(f * f, p, f);
        }
    }
}
