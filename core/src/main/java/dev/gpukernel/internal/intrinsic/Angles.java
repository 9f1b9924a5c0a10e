package dev.gpukernel.internal.intrinsic;

/**
 * Arc sines and arc tangents, for {@link NarrowedMath}. Arguments are brought near zero by the addition theorem of the tangent and the
 * half-angle theorem of the sine (J. F. Hart et al., Computer Approximations, 1968).
 */
final class Angles {
    static final double PI = 0x1.921fb54442d18p+1;
    private static final double HALF_PI = 0x1.921fb54442d18p+0;
    private static final double QUARTER_PI = 0x1.921fb54442d18p-1;
    private static final double TAN_PI_8 = 0x1.a827999fcef32p-2;
    private static final double TAN_3_PI_8 = 0x1.3504f333f9de6p+1;

    /** Far beyond every float, so that it behaves as an infinity, of which two have a quotient. */
    private static final double BEYOND_FLOATS = 0x1p400;

    private Angles() {}

    /**
     * The angle at the origin between the x axis and the point (x, y) of the first quadrant, 0 for the origin itself.
     *
     * @param y a float or infinity, not negative
     * @param x a float or infinity, not negative
     * @return the angle, with a relative error of at most 2^-45
     */
    static double angle(double y, double x) {
        double opposite = y > BEYOND_FLOATS ? BEYOND_FLOATS : y;
        double adjacent = x > BEYOND_FLOATS ? BEYOND_FLOATS : x;
        boolean steep = opposite > adjacent * TAN_3_PI_8;
        boolean middle = opposite > adjacent * TAN_PI_8;
        double upper = steep ? -adjacent : middle ? opposite - adjacent : opposite;
        double lower = steep ? opposite : middle ? opposite + adjacent : adjacent;
        double base = steep ? HALF_PI : middle ? QUARTER_PI : 0;
        // Far below every float, so that it changes no divisor but zero.
        return base + arcTangent(upper / (lower + Double.MIN_NORMAL));
    }

    /** {@return the arc tangent of t up to tan(π/8); relative error 2^-45} */
    private static double arcTangent(double t) {
        double z = t * t;
        double p = 0x1.f9c03c0178bd1p-6;
        p = Math.fma(p, z, -0x1.e273a7fb96faep-5);
        p = Math.fma(p, z, 0x1.35fce48beb8bdp-4);
        p = Math.fma(p, z, -0x1.73e0f4173c24ap-4);
        p = Math.fma(p, z, 0x1.c715751b6193dp-4);
        p = Math.fma(p, z, -0x1.24922d1566747p-3);
        p = Math.fma(p, z, 0x1.9999992c1c789p-3);
        p = Math.fma(p, z, -0x1.555555550c1b9p-2);
        return t * Math.fma(p, z, 1);
    }

    /** {@return the arc sine of a number from 0 to 1, NaN for a greater one; relative error 2^-46} */
    static double arcSine(double a) {
        double part = part(a);
        return a <= 0.5 ? part : HALF_PI - 2 * part;
    }

    /** {@return the arc cosine of a number from 0 to 1, NaN for a greater one; relative error 2^-46} */
    static double arcCosine(double a) {
        double part = part(a);
        return a <= 0.5 ? HALF_PI - part : 2 * part;
    }

    /** {@return the arc sine of a number up to 1/2, half the arc cosine of a greater one} */
    private static double part(double a) {
        boolean lower = a <= 0.5;
        double z = lower ? a * a : (1 - a) * 0.5;
        return arcSine(lower ? a : Math.sqrt(z), z);
    }

    /** {@return the arc sine of s up to 1/2, of which z is the square; relative error 2^-47.9} */
    private static double arcSine(double s, double z) {
        double p = 0x1.0201db07035b2p-5;
        p = Math.fma(p, z, -0x1.dda1a6ce65aacp-8);
        p = Math.fma(p, z, 0x1.2557c6c835390p-6);
        p = Math.fma(p, z, 0x1.9b8d489c2a4d1p-7);
        p = Math.fma(p, z, 0x1.1f803a6e9f811p-6);
        p = Math.fma(p, z, 0x1.6e440ce97ff18p-6);
        p = Math.fma(p, z, 0x1.f1caf56e4eeafp-6);
        p = Math.fma(p, z, 0x1.6db6cc4b97c82p-5);
        p = Math.fma(p, z, 0x1.333333509302cp-4);
        p = Math.fma(p, z, 0x1.5555555541a1fp-3);
        return s * Math.fma(p, z, 1);
    }
}
