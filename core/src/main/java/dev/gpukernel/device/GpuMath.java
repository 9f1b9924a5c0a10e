package dev.gpukernel.device;

/**
 * Mathematical functions of floats, for kernels and for the CPU, with the same bits on both.
 *
 * <p>Each method says by how many ulps its result may differ from the exact value, an ulp being the distance of neighbouring
 * floats of the exact value's magnitude. The bound holds for every argument: for the functions of one argument it was
 * measured on all floats, for those of two it follows from the errors of their parts and was measured on a billion pairs. A bound of 0.501 means that the result is the float nearest to the exact value unless that value
 * lies within a thousandth of an ulp of the middle between two floats.
 *
 * <p>NaN, infinities, zeros and arguments outside a domain give what {@link Math} gives where it has the function, else what
 * the method says; NaN gives NaN. Results are subnormal, infinite or zero where rounding the exact value gives that.
 *
 * <p>The methods compute in double precision. On GPUs for data centres that costs little; on others, which have few units
 * for double precision, a kernel bound by arithmetic feels it. Most choices are between two values, so that threads of a warp
 * stay together; only {@code sin}, {@code cos} and {@code tan} go another way from 2^20 upwards, and {@code erf} from 1.
 */
public final class GpuMath {
    private static final int SIGN = 0x80000000;

    /** The high word of a double less a third of another's high word is near that of the other's inverse cube root. */
    private static final int CUBE_ROOT_MAGIC = 0x553eea00;

    private static final double THIRD = 1.0 / 3;
    private static final double TWO_NINTHS = 2.0 / 9;
    private static final double FOURTEEN_81STS = 14.0 / 81;

    private GpuMath() {}

    /**
     * Sine of an angle in radians, of any magnitude. Cody and Waite's reduction, Payne and Hanek's from 2^20 upwards, then a
     * minimax polynomial.
     *
     * @param x the angle; NaN for infinities, a zero for the same zero
     * @return the sine; error at most 0.501 ulp
     */
    public static float sin(float x) {
        return (float) Circular.of(x, Circular.SINE);
    }

    /**
     * Cosine of an angle in radians, of any magnitude. Method as for {@link #sin}.
     *
     * @param x the angle; NaN for infinities
     * @return the cosine; error at most 0.501 ulp
     */
    public static float cos(float x) {
        return (float) Circular.of(x, Circular.COSINE);
    }

    /**
     * Tangent of an angle in radians, of any magnitude: the quotient of sine and cosine, computed as for {@link #sin}.
     *
     * @param x the angle; NaN for infinities, a zero for the same zero
     * @return the tangent; error at most 0.501 ulp
     */
    public static float tan(float x) {
        return (float) Circular.of(x, Circular.TANGENT);
    }

    /**
     * Arc sine, from -π/2 to π/2. The half-angle theorem brings arguments below 1/2, then a minimax polynomial.
     *
     * @param x the sine; NaN for magnitudes above 1, a zero for the same zero
     * @return the angle; error at most 0.501 ulp
     */
    public static float asin(float x) {
        return withSign((float) InverseCircular.arcSine(Math.abs((double) x)), x);
    }

    /**
     * Arc cosine, from 0 to π. Method as for {@link #asin}.
     *
     * @param x the cosine; NaN for magnitudes above 1
     * @return the angle; error at most 0.501 ulp
     */
    public static float acos(float x) {
        double angle = InverseCircular.arcCosine(Math.abs((double) x));
        return (float) (x < 0 ? InverseCircular.PI - angle : angle);
    }

    /**
     * Arc tangent, from -π/2 to π/2. The tangent's addition theorem brings arguments below tan(π/8), then a minimax
     * polynomial.
     *
     * @param x the tangent; a zero for the same zero, ±π/2 for infinities
     * @return the angle; error at most 0.501 ulp
     */
    public static float atan(float x) {
        return withSign((float) InverseCircular.angle(Math.abs((double) x), 1), x);
    }

    /**
     * The angle from -π to π between the positive x axis and the point (x, y). Method as for {@link #atan}.
     *
     * @param y the ordinate
     * @param x the abscissa; zeros and infinities of both as {@link Math#atan2} has them
     * @return the angle; error at most 0.501 ulp
     */
    public static float atan2(float y, float x) {
        double angle = InverseCircular.angle(Math.abs((double) y), Math.abs((double) x));
        return withSign((float) (Float.floatToRawIntBits(x) < 0 ? InverseCircular.PI - angle : angle), y);
    }

    /**
     * The power of e. A power of two times a minimax polynomial (W. J. Cody and W. Waite, Software Manual for the Elementary
     * Functions, 1980).
     *
     * @param x the exponent; 0 for negative infinity
     * @return e to the power of x; error at most 0.501 ulp
     */
    public static float exp(float x) {
        return (float) Exponential.exp2(x, Exponential.LOG2_E);
    }

    /**
     * The power of two; exact for integers. Method as for {@link #exp}.
     *
     * @param x the exponent; 0 for negative infinity
     * @return 2 to the power of x; error at most 0.501 ulp
     */
    public static float exp2(float x) {
        return (float) Exponential.exp2(x, 1);
    }

    /**
     * The power of e less 1, exact to the last bit near zero too. Method as for {@link #exp}.
     *
     * @param x the exponent; -1 for negative infinity, a zero for the same zero
     * @return e to the power of x, less 1; error at most 0.501 ulp
     */
    public static float expm1(float x) {
        return withSign((float) Exponential.exp2m1(x * Exponential.LOG2_E), x);
    }

    /**
     * Natural logarithm. Exponent and fraction apart, a minimax polynomial for the fraction (W. J. Cody and W. Waite,
     * Software Manual for the Elementary Functions, 1980).
     *
     * @param x the number; negative infinity for zeros, NaN for negative numbers
     * @return the logarithm; error at most 0.501 ulp
     */
    public static float log(float x) {
        return (float) (Logarithm.log2(x) * Logarithm.LN_2);
    }

    /**
     * Binary logarithm; exact for powers of two. Method as for {@link #log}.
     *
     * @param x the number; negative infinity for zeros, NaN for negative numbers
     * @return the logarithm; error at most 0.501 ulp
     */
    public static float log2(float x) {
        return (float) Logarithm.log2(x);
    }

    /**
     * Decimal logarithm; exact for powers of ten that are floats. Method as for {@link #log}.
     *
     * @param x the number; negative infinity for zeros, NaN for negative numbers
     * @return the logarithm; error at most 0.501 ulp
     */
    public static float log10(float x) {
        return (float) (Logarithm.log2(x) * Logarithm.LOG10_2);
    }

    /**
     * Natural logarithm of 1 + x, accurate near zero too. Method as for {@link #log}.
     *
     * @param x the number; negative infinity for -1, NaN below, a zero for the same zero
     * @return the logarithm; error at most 0.501 ulp
     */
    public static float log1p(float x) {
        return withSign((float) (Logarithm.log2p1(x) * Logarithm.LN_2), x);
    }

    /**
     * The power of a number: two to the power of y log2|x|, the logarithm with 20 bits more than a float has.
     *
     * @param x the base
     * @param y the exponent; the special cases of both are those of {@link Math#pow}
     * @return x to the power of y; error at most 0.501 ulp
     */
    public static float pow(float x, float y) {
        double magnitude = Exponential.exp2(y * Logarithm.log2(Math.abs((double) x)));
        int whole = (int) y;
        // In double: the int nearest to 2^31 is odd and is, as a float, equal to 2^31.
        boolean odd = (whole & 1) != 0 && whole == (double) y;
        boolean undefined = x < 0 && x > Float.NEGATIVE_INFINITY && Math.rint((double) y) != y;
        double signed = odd && Float.floatToRawIntBits(x) < 0 ? -magnitude : magnitude;
        float power = undefined ? Float.NaN : (float) signed;
        return y == 0 ? 1 : power;
    }

    /**
     * Hyperbolic sine: half of E + E / (E + 1), where E is e^|x| - 1, computed as for {@link #exp}.
     *
     * @param x the number; infinities and zeros give themselves
     * @return the hyperbolic sine; error at most 0.501 ulp
     */
    public static float sinh(float x) {
        double e = Exponential.exp2m1(Math.abs((double) x) * Exponential.LOG2_E);
        return withSign((float) (0.5 * (e + e / (e + 1))), x);
    }

    /**
     * Hyperbolic cosine: half the sum of e^x and its inverse, computed as for {@link #exp}.
     *
     * @param x the number; positive infinity for infinities
     * @return the hyperbolic cosine; error at most 0.501 ulp
     */
    public static float cosh(float x) {
        double e = Exponential.exp2(Math.abs((double) x) * Exponential.LOG2_E);
        return (float) (0.5 * (e + 1 / e));
    }

    /**
     * Hyperbolic tangent: E / (E + 2), where E is e^|2x| - 1, computed as for {@link #exp}.
     *
     * @param x the number; ±1 for infinities, a zero for the same zero
     * @return the hyperbolic tangent; error at most 0.501 ulp
     */
    public static float tanh(float x) {
        double e = Exponential.exp2m1(Math.abs((double) x) * (2 * Exponential.LOG2_E));
        return withSign((float) (e / (e + 2)), x);
    }

    /**
     * Cube root, of negative numbers too. Two steps of Householder's method of the fourth order for the inverse cube root,
     * from a linear guess made of the number's bits (A. S. Householder, The Numerical Treatment of a Single Nonlinear
     * Equation, 1970).
     *
     * @param x the number; infinities and zeros give themselves
     * @return the cube root, correctly rounded: error at most 0.5 ulp
     */
    public static float cbrt(float x) {
        double a = Math.abs((double) x);
        int guess = CUBE_ROOT_MAGIC - (int) (Double.doubleToRawLongBits(a) >>> 32) / 3;
        double inverse = closerInverseCubeRoot(Double.longBitsToDouble((long) guess << 32), a);
        inverse = closerInverseCubeRoot(inverse, a);
        return withSign((float) (a < Double.POSITIVE_INFINITY ? a * inverse * inverse : a), x);
    }

    private static double closerInverseCubeRoot(double inverse, double a) {
        double error = 1 - a * inverse * inverse * inverse;
        return inverse + inverse * error * (THIRD + error * (TWO_NINTHS + error * FOURTEEN_81STS));
    }

    /**
     * The hypotenuse of a right triangle: the root of the sum of squares, which neither overflows nor underflows in double.
     *
     * @param x one leg
     * @param y the other; infinity if a leg is infinite, even beside NaN
     * @return the hypotenuse; error at most 0.501 ulp
     */
    public static float hypot(float x, float y) {
        double root = Math.sqrt((double) x * x + (double) y * y);
        boolean infinite = Math.abs(x) == Float.POSITIVE_INFINITY || Math.abs(y) == Float.POSITIVE_INFINITY;
        return infinite ? Float.POSITIVE_INFINITY : (float) root;
    }

    /**
     * Square root. Rounding twice is harmless, since a double has more than twice a float's bits (S. A. Figueroa, When is
     * double rounding innocuous?, SIGNUM Newsletter 30, 1995).
     *
     * @param x the number; NaN for negative numbers, a zero for the same zero
     * @return the square root, correctly rounded: error at most 0.5 ulp
     */
    public static float sqrt(float x) {
        return (float) Math.sqrt((double) x);
    }

    /**
     * Inverse of the square root, by division.
     *
     * @param x the number; NaN for negative numbers, an infinity of its sign for a zero, 0 for positive infinity
     * @return 1 / √x; error at most 0.501 ulp
     */
    public static float rsqrt(float x) {
        return (float) (1 / Math.sqrt((double) x));
    }

    /**
     * Error function. Minimax polynomials, one up to 1 and one for the complement above.
     *
     * @param x the number; ±1 for infinities, a zero for the same zero
     * @return 2 / √π times the integral of exp(-t²) from 0 to x; error at most 0.501 ulp
     */
    public static float erf(float x) {
        double a = Math.abs((double) x);
        return withSign((float) (a < 1 ? ErrorFunction.erfBelowOne(a) : 1 - ErrorFunction.erfc(a)), x);
    }

    /**
     * Complement of the error function, accurate where it is tiny too: exp(-x²) times a minimax polynomial in 3 / (x + 3),
     * as in M. M. Shepherd and J. G. Laframboise, Mathematics of Computation 36, 1981.
     *
     * @param x the number; 0 for positive infinity, 2 for negative infinity
     * @return 1 less the error function of x; error at most 0.501 ulp
     */
    public static float erfc(float x) {
        double complement = ErrorFunction.erfc(Math.abs((double) x));
        return (float) (x < 0 ? 2 - complement : complement);
    }

    /**
     * Error function in double precision. Polynomials up to 1, and 1 less the complement above.
     *
     * @param x the number; ±1 for infinities, a zero for the same zero
     * @return 2 / √π times the integral of exp(-t²) from 0 to x; error at most 1 ulp
     */
    public static double erf(double x) {
        return SpecialFunctions.erf(x);
    }

    /**
     * Complement of the error function in double precision, accurate where it is tiny too: {@link StrictMath#exp} of -x², with what the square
     * loses by rounding, times polynomials in x or 1 / x.
     *
     * @param x the number; 0 for positive infinity, 2 for negative infinity
     * @return 1 less the error function of x; error at most 4 ulp
     */
    public static double erfc(double x) {
        return SpecialFunctions.erfc(x);
    }

    /**
     * The gamma function: for whole numbers up to 19 the factorial of one less, exactly. Polynomials and products below 8, Stirling's series with
     * {@link StrictMath#pow} above, and the reflection formula for negative numbers.
     *
     * @param x the number; an infinity of its sign for a zero, NaN for negative whole numbers and negative infinity, infinity from 171.63 on
     * @return the gamma function of x; error at most 7 ulp
     */
    public static double gamma(double x) {
        return SpecialFunctions.gamma(x);
    }

    /**
     * The gamma function, as {@link #gamma(double)} computes it.
     *
     * @param x the number; an infinity of its sign for a zero, NaN for negative whole numbers and negative infinity
     * @return the gamma function of x; error at most 0.501 ulp
     */
    public static float gamma(float x) {
        return (float) SpecialFunctions.gamma(x);
    }

    /**
     * The natural logarithm of the magnitude of the gamma function. Polynomials about its zeros 1 and 2, products of numbers below 8, Stirling's
     * series above, and the reflection formula for negative numbers.
     *
     * @param x the number; infinity for zeros, negative whole numbers and infinities
     * @return the logarithm; error at most 4 ulp of positive numbers, and 6 ulp of the result or of 1, which is greater, of negative ones
     */
    public static double lgamma(double x) {
        return SpecialFunctions.logGamma(x);
    }

    /**
     * The natural logarithm of the magnitude of the gamma function, as {@link #lgamma(double)} computes it.
     *
     * @param x the number; infinity for zeros, negative whole numbers and infinities
     * @return the logarithm; error at most 0.501 ulp, but for negative numbers where it is nearer to 0 than 2^-20
     */
    public static float lgamma(float x) {
        return (float) SpecialFunctions.logGamma(x);
    }

    private static float withSign(float magnitude, float sign) {
        int bits = Float.floatToRawIntBits(Math.abs(magnitude)) | (Float.floatToRawIntBits(sign) & SIGN);
        return Float.intBitsToFloat(bits);
    }
}
