package dev.gpukernel.internal.intrinsic;

/**
 * Sines, cosines and tangents, for {@link NarrowedMath}: of what is left when a multiple of π or of π/2 is taken away, which is a constant in
 * parts (W. J. Cody and W. Waite, Software Manual for the Elementary Functions, 1980).
 */
final class Turns {
    /**
     * Below this, a multiple of π/2 has a product with the first 33 bits that is exact, and one with the rest whose error is less than
     * 2^-70. No such float but 0 is nearer to a multiple of π/2 than 2^-27.
     */
    static final float LARGE = 0x1p17f;

    private static final double INVERSE_PI = 0x1.45f306dc9c883p-2;
    private static final double PI_HIGH = 0x1.921fb544p+1;
    private static final double PI_LOW = 0x1.0b4611a626331p-33;
    private static final double PI_REST = 0x1.1701b839a2520p-87;

    /** Added and taken away again, it rounds a double to an integer, which it leaves in the sum's low bits. */
    private static final double ROUNDING = 0x1.8p52;

    /** The same to a multiple of one half. */
    private static final double ROUNDING_TO_HALVES = 0x1.8p51;

    private static final int SIGN_PLACE = 63;

    private Turns() {}

    /** {@return the sine of a float} */
    static double sine(double x) {
        double shifted = Math.fma(x, INVERSE_PI, ROUNDING);
        return sine(less(x, shifted - ROUNDING), shifted);
    }

    /** {@return the cosine of a float: the sine, of which half a turn changes the sign, of x less an odd multiple of π/2} */
    static double cosine(double x) {
        double shifted = Math.fma(x, INVERSE_PI, -0.5) + (ROUNDING + 1);
        return sine(less(x, shifted - ROUNDING - 0.5), shifted);
    }

    /** {@return the sine of a double} */
    static double sineOfDouble(double x) {
        double shifted = Math.fma(x, INVERSE_PI, ROUNDING);
        return sine(lessOfDouble(x, shifted - ROUNDING), shifted);
    }

    /** {@return the cosine of a double} */
    static double cosineOfDouble(double x) {
        double shifted = Math.fma(x, INVERSE_PI, -0.5) + (ROUNDING + 1);
        return sine(lessOfDouble(x, shifted - ROUNDING - 0.5), shifted);
    }

    /** {@return a float less a multiple of π, which may be half an odd number} */
    private static double less(double x, double turns) {
        return Math.fma(-turns, PI_LOW, Math.fma(-turns, PI_HIGH, x));
    }

    /**
     * {@return the same of a double} The first difference is exact unless it is next to x, and those with the rest round what they come to, so
     * the relative error is 2^-52, although it may be as little as 2^-61.
     */
    private static double lessOfDouble(double x, double turns) {
        return Math.fma(-turns, PI_REST, less(x, turns));
    }

    /** {@return the sine of r up to π/2, negated if the other argument's low bit is set; relative error 2^-43.7} */
    private static double sine(double r, double shifted) {
        double z = r * r;
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

    /** {@return the tangent of a float} */
    static double tangent(double x) {
        double shifted = Math.fma(x, INVERSE_PI, ROUNDING_TO_HALVES);
        return tangent(less(x, shifted - ROUNDING_TO_HALVES), shifted);
    }

    /** {@return the tangent of a double} */
    static double tangentOfDouble(double x) {
        double shifted = Math.fma(x, INVERSE_PI, ROUNDING_TO_HALVES);
        return tangent(lessOfDouble(x, shifted - ROUNDING_TO_HALVES), shifted);
    }

    private static double tangent(double r, double shifted) {
        double sine = sineOfQuarter(r);
        double cosine = cosineOfQuarter(r);
        boolean isOdd = ((int) Double.doubleToRawLongBits(shifted) & 1) != 0;
        return (isOdd ? -cosine : sine) / (isOdd ? sine : cosine);
    }

    /** {@return the sine of r up to π/4; relative error 2^-47.5} */
    private static double sineOfQuarter(double r) {
        double z = r * r;
        double p = -0x1.a961b4e158302p-26;
        p = Math.fma(p, z, 0x1.71d76d621033ap-19);
        p = Math.fma(p, z, -0x1.a019f93a2c653p-13);
        p = Math.fma(p, z, 0x1.1111110c87f31p-7);
        p = Math.fma(p, z, -0x1.5555555552247p-3);
        return r * Math.fma(p, z, 1);
    }

    /** {@return the cosine of r up to π/4; relative error 2^-53} */
    private static double cosineOfQuarter(double r) {
        double z = r * r;
        double p = 0x1.1bbe8f531691fp-29;
        p = Math.fma(p, z, -0x1.27e00b98bfd00p-22);
        p = Math.fma(p, z, 0x1.a019fa6019e94p-16);
        p = Math.fma(p, z, -0x1.6c16c167213cep-10);
        p = Math.fma(p, z, 0x1.5555555552dddp-5);
        p = Math.fma(p, z, -0.5);
        return Math.fma(p, z, 1);
    }
}
