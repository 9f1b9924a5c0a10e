package dev.gpukernel.device;

/** How far a float is from the exact value that it stands for. */
final class GpuMathError {
    /** The value at which the floats would go on, had they a greater exponent. */
    private static final double BEYOND = 0x1p128;

    private GpuMathError() {}

    /**
     * The error in ulps of a float of the exact value's magnitude. Infinite where one is NaN and the other is not, where the
     * signs differ, and where an exact zero is missed.
     */
    static double ulps(float result, double exact) {
        if (Double.isNaN(exact) || Float.isNaN(result)) {
            return Double.isNaN(exact) && Float.isNaN(result) ? 0 : Double.POSITIVE_INFINITY;
        }
        boolean sameSign = Double.doubleToRawLongBits(exact) < 0 == Float.floatToRawIntBits(result) < 0;
        if (!sameSign || (exact == 0 && result != 0)) {
            return Double.POSITIVE_INFINITY;
        }
        double wanted = Math.min(Math.abs(exact), BEYOND);
        double got = Math.min(Math.abs((double) result), BEYOND);
        int exponent = Math.clamp(Math.getExponent(wanted), Float.MIN_EXPONENT, Float.MAX_EXPONENT);
        return Math.abs(got - wanted) / Math.scalb(1.0, exponent - (Float.PRECISION - 1));
    }
}
