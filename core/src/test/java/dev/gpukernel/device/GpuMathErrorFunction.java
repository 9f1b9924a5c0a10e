package dev.gpukernel.device;

/** The error function to nearly double precision, for comparison: series of positive terms and a continued fraction. */
final class GpuMathErrorFunction {
    /** Up to here the complement loses at most 8 bits of the series'; above, the continued fraction converges quickly. */
    private static final double SERIES_LIMIT = 2;

    /** The complement's double is zero from about 27 on, the error function's is 1 from about 6 on. */
    private static final double COMPLEMENT_IS_ZERO = 28;

    private static final int FRACTION_TERMS = 80;

    private GpuMathErrorFunction() {}

    static double erf(double x) {
        double a = Math.abs(x);
        return Math.copySign(a < SERIES_LIMIT ? series(a) : 1 - fraction(a), x);
    }

    static double erfc(double x) {
        double a = Math.abs(x);
        double complement = a < SERIES_LIMIT ? 1 - series(a) : fraction(a);
        return x < 0 ? 2 - complement : complement;
    }

    /** exp(-x²) 2/√π times the sum of 2^n x^(2n+1) / (1·3·5···(2n+1)). Any float's square is exact. */
    private static double series(double x) {
        double term = x;
        double sum = x;
        for (int n = 1; term > sum * 0x1p-56; n++) {
            term *= 2 * x * x / (2 * n + 1);
            sum += term;
        }
        return sum * StrictMath.exp(-x * x) * 2 / StrictMath.sqrt(Math.PI);
    }

    /** exp(-x²)/√π divided by x + (1/2)/(x + 1/(x + (3/2)/(x + ...))). */
    private static double fraction(double x) {
        if (x > COMPLEMENT_IS_ZERO) {
            return 0;
        }
        double tail = x;
        for (int n = FRACTION_TERMS; n > 0; n--) {
            tail = x + n / (2 * tail);
        }
        return StrictMath.exp(-x * x) / StrictMath.sqrt(Math.PI) / tail;
    }
}
