package dev.gpukernel.internal.intrinsic;

/**
 * Cube roots, for {@link NarrowedMath}: two steps of Householder's method of the fourth order for the inverse cube root, from a linear guess made
 * of the number's bits (A. S. Householder, The Numerical Treatment of a Single Nonlinear Equation, 1970).
 */
final class Roots {
    /** The high word of a double less a third of another's high word is near that of the other's inverse cube root. */
    private static final int MAGIC = 0x553eea00;

    private static final double THIRD = 1.0 / 3;
    private static final double TWO_NINTHS = 2.0 / 9;
    private static final double FOURTEEN_81STS = 14.0 / 81;

    private Roots() {}

    /** {@return the cube root of a float that is not negative; relative error 2^-50} */
    static double cube(double a) {
        int guess = MAGIC - (int) (Double.doubleToRawLongBits(a) >>> Integer.SIZE) / 3;
        double inverse = closer(Double.longBitsToDouble((long) guess << Integer.SIZE), a);
        inverse = closer(inverse, a);
        return a < Double.POSITIVE_INFINITY ? a * inverse * inverse : a;
    }

    private static double closer(double inverse, double a) {
        double error = Math.fma(-a * inverse, inverse * inverse, 1);
        double more = Math.fma(error, Math.fma(error, FOURTEEN_81STS, TWO_NINTHS), THIRD);
        return Math.fma(inverse * error, more, inverse);
    }
}
