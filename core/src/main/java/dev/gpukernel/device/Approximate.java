package dev.gpukernel.device;

/**
 * What a kernel with {@code math = FAST} does in place of the functions of the same names in {@link GpuMath}, of float division
 * and of float square roots: the approximations that the GPU has instructions for, and functions made of them. A kernel may also
 * call them itself, to be fast in one place and exact elsewhere.
 *
 * <p>The bounds follow NVIDIA's PTX reference for the instructions, and were tested with millions of arguments on a GPU of compute
 * capability 9.0; where that found more, as for sine and cosine, they say more.
 * On the CPU each method gives what {@link GpuMath} or the exact operation gives, so results there differ from a GPU's.
 */
public final class Approximate {
    private static final float LOG2_E = 1.442695f;
    private static final float LN_2 = 0.6931472f;
    private static final float LOG10_2 = 0.30103f;

    private Approximate() {}

    /**
     * Sine.
     *
     * @param x an angle in radians; NaN for infinities
     * @return the sine; absolute error at most 2^-20 from -2π to 2π, and larger beyond in proportion to the angle
     */
    public static float sin(float x) {
        return GpuMath.sin(x);
    }

    /**
     * Cosine.
     *
     * @param x an angle in radians; NaN for infinities
     * @return the cosine; absolute error at most 2^-20 from -2π to 2π, and larger beyond in proportion to the angle
     */
    public static float cos(float x) {
        return GpuMath.cos(x);
    }

    /**
     * Tangent: the quotient of sine and cosine.
     *
     * @param x an angle in radians; NaN for infinities
     * @return the tangent; its relative error is large near the zeros of sine and cosine
     */
    public static float tan(float x) {
        return divide(sin(x), cos(x));
    }

    /**
     * The power of two.
     *
     * @param x the exponent
     * @return 2 to the power of x; relative error at most 2^-22
     */
    public static float exp2(float x) {
        return GpuMath.exp2(x);
    }

    /**
     * The power of e, made of {@link #exp2}.
     *
     * @param x the exponent
     * @return e to the power of x; error at most 3 + 1.2 |x| ulp
     */
    public static float exp(float x) {
        return exp2(x * LOG2_E);
    }

    /**
     * Binary logarithm.
     *
     * @param x the number; negative infinity for zeros, NaN for negative numbers
     * @return the logarithm; absolute error at most 2^-22 from 1/2 to 2, relative error at most 2^-22 elsewhere
     */
    public static float log2(float x) {
        return GpuMath.log2(x);
    }

    /**
     * Natural logarithm, made of {@link #log2}.
     *
     * @param x the number; negative infinity for zeros, NaN for negative numbers
     * @return the logarithm; absolute error at most 2^-21.4 from 1/2 to 2, error at most 4 ulp elsewhere
     */
    public static float log(float x) {
        return log2(x) * LN_2;
    }

    /**
     * Decimal logarithm, made of {@link #log2}.
     *
     * @param x the number; negative infinity for zeros, NaN for negative numbers
     * @return the logarithm; absolute error at most 2^-22 from 1/2 to 2, error at most 4 ulp elsewhere
     */
    public static float log10(float x) {
        return log2(x) * LOG10_2;
    }

    /**
     * The power of a number, made of {@link #exp2} and {@link #log2}.
     *
     * @param x the base; negative ones have a power if the exponent is an integer
     * @param y the exponent
     * @return x to the power of y; relative error at most 2^-21 (1 + |y log2 x|)
     */
    public static float pow(float x, float y) {
        float magnitude = exp2(y * log2(Math.abs(x)));
        float half = 0.5f * y;
        boolean even = half == (float) Math.rint(half);
        boolean whole = y == (float) Math.rint(y);
        float signed = x < 0 ? whole ? even ? magnitude : -magnitude : Float.NaN : magnitude;
        return y == 0 || x == 1 ? 1 : signed;
    }

    /**
     * Hyperbolic tangent.
     *
     * @param x the number
     * @return the hyperbolic tangent; relative error at most 2^-10.9
     */
    public static float tanh(float x) {
        return GpuMath.tanh(x);
    }

    /**
     * Square root.
     *
     * @param x the number; NaN for negative numbers
     * @return the square root; relative error at most 2^-22
     */
    public static float sqrt(float x) {
        return GpuMath.sqrt(x);
    }

    /**
     * Inverse of the square root.
     *
     * @param x the number; NaN for negative numbers, an infinity for zeros
     * @return 1 / √x; relative error at most 2^-22
     */
    public static float rsqrt(float x) {
        return GpuMath.rsqrt(x);
    }

    /**
     * Quotient.
     *
     * @param dividend the dividend
     * @param divisor the divisor
     * @return the quotient; error at most 2.5 ulp, that is 2 ulp from the rounded one
     */
    public static float divide(float dividend, float divisor) {
        return dividend / divisor;
    }
}
