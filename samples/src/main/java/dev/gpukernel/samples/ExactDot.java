package dev.gpukernel.samples;

/**
 * The inner product of two vectors in double precision, and how far one in single precision can be from it.
 *
 * <p>If no element's product goes through more than {@code m} roundings, of which each changes it by a factor of at most {@code 1 +
 * u} with {@code u = 2^-24}, the sum is off by at most {@code m * u / (1 - m * u)} times the sum of the products' magnitudes (Higham,
 * Accuracy and Stability of Numerical Algorithms, section 3.1). The sum here is off by the same with {@code u = 2^-53} and as many
 * roundings as elements; its products are exact, as those of two floats have at most 48 bits. All of this is so as long as no
 * product is too small for a normal float.
 *
 * @param sum the inner product
 * @param magnitude the sum of the products' magnitudes
 * @param length number of elements
 */
record ExactDot(double sum, double magnitude, int length) {
    private static final double HALF_FLOAT_STEP = 0x1p-24;
    private static final double HALF_DOUBLE_STEP = 0x1p-53;

    static ExactDot of(float[] x, float[] y) {
        double sum = 0;
        double magnitude = 0;
        for (int i = 0; i < x.length; i++) {
            double product = (double) x[i] * y[i];
            sum += product;
            magnitude += Math.abs(product);
        }
        return new ExactDot(sum, magnitude, x.length);
    }

    /** {@return how far a number is from the inner product} */
    double error(float dot) {
        return Math.abs(dot - sum);
    }

    /** {@return the greatest error that so many roundings of each product explain} */
    double bound(int roundings) {
        double ofDouble = share(length * HALF_DOUBLE_STEP);
        // The magnitude is itself a sum in double precision.
        return magnitude * (1 + ofDouble) * (share(roundings * HALF_FLOAT_STEP) + ofDouble);
    }

    private static double share(double roundings) {
        return roundings < 1 ? roundings / (1 - roundings) : Double.POSITIVE_INFINITY;
    }
}
