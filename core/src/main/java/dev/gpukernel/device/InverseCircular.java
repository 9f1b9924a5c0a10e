package dev.gpukernel.device;

/**
 * Arc sine and arc tangent in double precision, for {@link GpuMath}.
 *
 * <p>Arguments are brought near zero by the addition theorem of the tangent and the half-angle theorem of the sine (J. F.
 * Hart et al., Computer Approximations, 1968); there, minimax polynomials found with Remez' exchange algorithm.
 */
final class InverseCircular {
    static final double PI = 0x1.921fb54442d18p+1;
    static final double HALF_PI = 0x1.921fb54442d18p+0;
    private static final double QUARTER_PI = 0x1.921fb54442d18p-1;
    private static final double TAN_PI_8 = 0x1.a827999fcef32p-2;
    private static final double TAN_3_PI_8 = 0x1.3504f333f9de6p+1;

    /** Far beyond every float, so that it behaves as an infinity, of which two have a quotient. */
    private static final double BEYOND_FLOATS = 0x1p400;

    private InverseCircular() {}

    /**
     * The angle at the origin between the x axis and the point (x, y) of the first quadrant, 0 for the origin itself.
     *
     * @param y a float or infinity, not negative
     * @param x a float or infinity, not negative
     * @return the angle, with a relative error of at most 2^-35
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

    /** {@return the arc tangent of t for |t| up to tan(π/8); relative error 2^-35.5} */
    private static double arcTangent(double t) {
        double z = t * t;
        double p = 0x1.822e2e05caf36p-5;
        p = p * z - 0x1.5a825e9635addp-4;
        p = p * z + 0x1.c43f110b79195p-4;
        p = p * z - 0x1.247cfa05e2f0bp-3;
        p = p * z + 0x1.9999010c0328fp-3;
        p = p * z - 0x1.55555487631b7p-2;
        p = p * z + 0x1.ffffffffd2778p-1;
        return p * t;
    }

    /** {@return the arc sine of a number from 0 to 1, NaN for a greater one; relative error 2^-39} */
    static double arcSine(double a) {
        double part = part(a);
        return a <= 0.5 ? part : HALF_PI - 2 * part;
    }

    /** {@return the arc cosine of a number from 0 to 1, NaN for a greater one; relative error 2^-39} */
    static double arcCosine(double a) {
        double part = part(a);
        return a <= 0.5 ? HALF_PI - part : 2 * part;
    }

    /** {@return the arc sine of a number up to 1/2, half the arc cosine of a greater one} */
    private static double part(double a) {
        boolean lower = a <= 0.5;
        double z = lower ? a * a : (1 - a) * 0.5;
        return halfArcSine(lower ? a : Math.sqrt(z), z);
    }

    /** {@return the arc sine of s for s up to 1/2, of which z is the square; relative error 2^-40} */
    private static double halfArcSine(double s, double z) {
        double p = 0x1.0fa2fb3225573p-5;
        p = p * z + 0x1.c19360771df4ep-10;
        p = p * z + 0x1.542c84f4eb668p-6;
        p = p * z + 0x1.65cdd0836f969p-6;
        p = p * z + 0x1.f29129156bdc8p-6;
        p = p * z + 0x1.6db1c8c7636afp-5;
        p = p * z + 0x1.3333436fc1260p-4;
        p = p * z + 0x1.555555416528fp-3;
        p = p * z + 0x1.0000000001018p+0;
        return p * s;
    }
}
