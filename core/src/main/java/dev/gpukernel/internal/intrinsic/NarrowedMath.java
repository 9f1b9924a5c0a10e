package dev.gpukernel.internal.intrinsic;

import dev.gpukernel.device.Philox;

/**
 * Functions of {@link StrictMath}, rounded to float, with the bits that {@code (float) StrictMath.sin(x)} and its like give: the front end
 * translates these in place of the JDK's own code, which takes several times as long. Those of floats are faster than those of doubles.
 *
 * <p>Each computes the function in double precision, with a relative error below 2^-43. All numbers that near to a result round to the
 * same float, unless the middle between two floats is among them (A. Ziv, Fast evaluation of elementary mathematical functions with
 * correctly rounded last bit, ACM TOMS 17, 1991). StrictMath's result, whose error is an ulp or two of a double, then rounds to it, too.
 * One of 2^18 results is too near to a middle, and {@link ExactMath} computes it, as it does where the method here does not hold. That
 * is one choice at the end, so threads of a warp stay together. Where results may be subnormal, which have fewer bits, the method does not
 * hold, but for those next to a tiny argument that is a float.
 *
 * <p>The doubles of which functions are made are in classes of their own. All polynomials are minimax ones of the relative error, found
 * with Remez' exchange algorithm, with the first coefficients as they are in the series: so results for tiny arguments are exact.
 */
public final class NarrowedMath {
    /** Bits of a double's significand that a float's has not. */
    private static final int DROPPED = 0x1fffffff;

    /** What these are in the middle between two floats. */
    private static final int MIDDLE = 0x10000000;

    /** A relative error of 2^-43 in units of the last bit of a significand, which is less than 2. */
    private static final int ERROR = 1 << 10;

    /** From here on floats are normal. */
    private static final double LEAST_NORMAL = 0x1p-126;

    private static final int SIGN = 0x80000000;

    private NarrowedMath() {}

    /**
     * {@return how far a result is above what is too near to the middle between two floats, modulo their distance} In units of its last
     * bit; less than {@code 2 * ERROR} is too near.
     */
    private static int distance(double result) {
        return distance(result, ERROR);
    }

    private static int distance(double result, int error) {
        return ((int) Double.doubleToRawLongBits(result) - (MIDDLE - error)) & DROPPED;
    }

    private static float withSign(float magnitude, float sign) {
        return Float.intBitsToFloat(Float.floatToRawIntBits(magnitude) | (Float.floatToRawIntBits(sign) & SIGN));
    }

    /** {@return sine} */
    public static float sin(float x) {
        double result = Turns.sine(x);
        int distance = distance(result);
        return (Math.abs(x) < Turns.LARGE ? distance : 0) < 2 * ERROR ? ExactMath.sin(x) : (float) result;
    }

    /** {@return the same of a double} */
    public static float sin(double x) {
        double result = Turns.sineOfDouble(x);
        int distance = distance(result);
        int notTiny = Math.abs(x) >= LEAST_NORMAL ? distance : 0;
        return (Math.abs(x) < Turns.LARGE ? notTiny : 0) < 2 * ERROR ? ExactMath.sin(x) : (float) result;
    }

    /** {@return cosine} */
    public static float cos(float x) {
        double result = Turns.cosine(x);
        int distance = distance(result);
        return (Math.abs(x) < Turns.LARGE ? distance : 0) < 2 * ERROR ? ExactMath.cos(x) : (float) result;
    }

    /** {@return the same of a double} */
    public static float cos(double x) {
        double result = Turns.cosineOfDouble(x);
        int distance = distance(result);
        return (Math.abs(x) < Turns.LARGE ? distance : 0) < 2 * ERROR ? ExactMath.cos(x) : (float) result;
    }

    /** {@return tangent} */
    public static float tan(float x) {
        double result = Turns.tangent(x);
        int distance = distance(result);
        return (Math.abs(x) < Turns.LARGE ? distance : 0) < 2 * ERROR ? ExactMath.tan(x) : (float) result;
    }

    /** {@return the same of a double} */
    public static float tan(double x) {
        double result = Turns.tangentOfDouble(x);
        int distance = distance(result);
        int notTiny = Math.abs(x) >= LEAST_NORMAL ? distance : 0;
        return (Math.abs(x) < Turns.LARGE ? notTiny : 0) < 2 * ERROR ? ExactMath.tan(x) : (float) result;
    }

    /** {@return arc sine} */
    public static float asin(float x) {
        double result = Angles.arcSine(Math.abs((double) x));
        float rounded = withSign((float) result, x);
        return distance(result) < 2 * ERROR ? ExactMath.asin(x) : rounded;
    }

    /** {@return the same of a double} */
    public static float asin(double x) {
        double result = Angles.arcSine(Math.abs(x));
        float rounded = withSign((float) result, (float) x);
        int distance = distance(result);
        int notTiny = Math.abs(x) >= LEAST_NORMAL ? distance : 0;
        return notTiny < 2 * ERROR ? ExactMath.asin(x) : rounded;
    }

    /** {@return arc cosine} */
    public static float acos(float x) {
        double angle = Angles.arcCosine(Math.abs((double) x));
        double result = x < 0 ? Angles.PI - angle : angle;
        return distance(result) < 2 * ERROR ? ExactMath.acos(x) : (float) result;
    }

    /** {@return the same of a double} */
    public static float acos(double x) {
        double angle = Angles.arcCosine(Math.abs(x));
        double result = x < 0 ? Angles.PI - angle : angle;
        return distance(result) < 2 * ERROR ? ExactMath.acos(x) : (float) result;
    }

    /** {@return arc tangent} */
    public static float atan(float x) {
        double result = Angles.angle(Math.abs((double) x), 1);
        float rounded = withSign((float) result, x);
        return distance(result) < 2 * ERROR ? ExactMath.atan(x) : rounded;
    }

    /** {@return the same of a double} */
    public static float atan(double x) {
        double result = Angles.angle(Math.abs(x), 1);
        float rounded = withSign((float) result, (float) x);
        int distance = distance(result);
        int notTiny = Math.abs(x) >= LEAST_NORMAL ? distance : 0;
        return notTiny < 2 * ERROR ? ExactMath.atan(x) : rounded;
    }

    /** {@return the angle of the point (x, y)} */
    public static float atan2(float y, float x) {
        double angle = Angles.angle(Math.abs((double) y), Math.abs((double) x));
        double result = Float.floatToRawIntBits(x) < 0 ? Angles.PI - angle : angle;
        float rounded = withSign((float) result, y);
        int distance = distance(result);
        return (result >= LEAST_NORMAL ? distance : 0) < 2 * ERROR ? ExactMath.atan2(y, x) : rounded;
    }

    /** {@return the power of e} */
    public static float exp(float x) {
        double result = Powers.exp(x);
        int distance = distance(result);
        return (Math.abs(x) < Powers.LARGE ? distance : 0) < 2 * ERROR ? ExactMath.exp(x) : (float) result;
    }

    /** {@return the same of a double} */
    public static float exp(double x) {
        double result = Powers.exp(x);
        int distance = distance(result);
        return (Math.abs(x) < Powers.LARGE ? distance : 0) < 2 * ERROR ? ExactMath.exp(x) : (float) result;
    }

    /** {@return the power of e, less 1} */
    public static float expm1(float x) {
        double result = Powers.expm1(x);
        // Zeros keep their sign.
        float rounded = withSign((float) result, x);
        int distance = distance(result);
        return (Math.abs(x) < Powers.LARGE ? distance : 0) < 2 * ERROR ? ExactMath.expm1(x) : rounded;
    }

    /** {@return the same of a double} */
    public static float expm1(double x) {
        double result = Powers.expm1(x);
        float rounded = withSign((float) result, (float) x);
        int distance = distance(result);
        int notTiny = Math.abs(x) >= LEAST_NORMAL ? distance : 0;
        return (Math.abs(x) < Powers.LARGE ? notTiny : 0) < 2 * ERROR ? ExactMath.expm1(x) : rounded;
    }

    /** {@return hyperbolic sine} */
    public static float sinh(float x) {
        double result = Powers.sinh(Math.abs((double) x));
        float rounded = withSign((float) result, x);
        int distance = distance(result);
        return (Math.abs(x) < Powers.LARGE ? distance : 0) < 2 * ERROR ? ExactMath.sinh(x) : rounded;
    }

    /** {@return the same of a double} */
    public static float sinh(double x) {
        double result = Powers.sinh(Math.abs(x));
        float rounded = withSign((float) result, (float) x);
        int distance = distance(result);
        int notTiny = Math.abs(x) >= LEAST_NORMAL ? distance : 0;
        return (Math.abs(x) < Powers.LARGE ? notTiny : 0) < 2 * ERROR ? ExactMath.sinh(x) : rounded;
    }

    /** {@return hyperbolic cosine} */
    public static float cosh(float x) {
        double result = Powers.cosh(Math.abs((double) x));
        int distance = distance(result);
        return (Math.abs(x) < Powers.LARGE ? distance : 0) < 2 * ERROR ? ExactMath.cosh(x) : (float) result;
    }

    /** {@return the same of a double} */
    public static float cosh(double x) {
        double result = Powers.cosh(Math.abs(x));
        int distance = distance(result);
        return (Math.abs(x) < Powers.LARGE ? distance : 0) < 2 * ERROR ? ExactMath.cosh(x) : (float) result;
    }

    /** {@return hyperbolic tangent} */
    public static float tanh(float x) {
        double result = Powers.tanh(Math.abs((double) x));
        float rounded = withSign((float) result, x);
        return distance(result) < 2 * ERROR ? ExactMath.tanh(x) : rounded;
    }

    /** {@return the same of a double} */
    public static float tanh(double x) {
        double result = Powers.tanh(Math.abs(x));
        float rounded = withSign((float) result, (float) x);
        int distance = distance(result);
        int notTiny = Math.abs(x) >= LEAST_NORMAL ? distance : 0;
        return notTiny < 2 * ERROR ? ExactMath.tanh(x) : rounded;
    }

    /** {@return the natural logarithm} */
    public static float log(float x) {
        double result = Logarithms.log(x);
        int distance = distance(result);
        return (Logarithms.isUsual(x) ? distance : 0) < 2 * ERROR ? ExactMath.log(x) : (float) result;
    }

    /** {@return the same of a double} */
    public static float log(double x) {
        double result = Logarithms.logOfDouble(x);
        int distance = distance(result);
        return (Logarithms.isUsualDouble(x) ? distance : 0) < 2 * ERROR ? ExactMath.log(x) : (float) result;
    }

    /** {@return the decimal logarithm} */
    public static float log10(float x) {
        double result = Logarithms.log10(x);
        int distance = distance(result);
        return (Logarithms.isUsual(x) ? distance : 0) < 2 * ERROR ? ExactMath.log10(x) : (float) result;
    }

    /** {@return the same of a double} */
    public static float log10(double x) {
        double result = Logarithms.log10OfDouble(x);
        int distance = distance(result);
        return (Logarithms.isUsualDouble(x) ? distance : 0) < 2 * ERROR ? ExactMath.log10(x) : (float) result;
    }

    /** {@return the natural logarithm of 1 + x} */
    public static float log1p(float x) {
        double result = Logarithms.log1p(x);
        // Zeros keep their sign, as they alone do not change it.
        float rounded = withSign((float) result, x);
        int distance = x > -1 ? distance(result) : 0;
        return (x < Float.POSITIVE_INFINITY ? distance : 0) < 2 * ERROR ? ExactMath.log1p(x) : rounded;
    }

    /** {@return the same of a double} */
    public static float log1p(double x) {
        double result = Logarithms.log1p(x);
        int distance = distance(result);
        int notTiny = Math.abs(x) >= LEAST_NORMAL ? distance : 0;
        int above = x > -1 ? notTiny : 0;
        return (x < Double.POSITIVE_INFINITY ? above : 0) < 2 * ERROR ? ExactMath.log1p(x) : (float) result;
    }

    /** {@return the power} */
    public static float pow(float x, float y) {
        float magnitude = Math.abs(x);
        double exponent = y * Logarithms.log2(magnitude);
        double result = Powers.exp2(exponent);
        int error = error(exponent);
        int distance = distance(result, error);
        int ofUsual = Logarithms.isUsual(magnitude) ? distance : 0;
        int ofReal = isWhole(y) || x > 0 ? ofUsual : 0;
        float rounded = negatedByOdd((float) result, x, y);
        return (Math.abs(exponent) < Powers.LARGEST_EXPONENT ? ofReal : 0) < 2 * error ? ExactMath.pow(x, y) : rounded;
    }

    /** {@return the same of doubles} */
    public static float pow(double x, double y) {
        double magnitude = Math.abs(x);
        double exponent = y * Logarithms.log2OfDouble(magnitude);
        double result = Powers.exp2(exponent);
        int error = error(exponent);
        int distance = distance(result, error);
        int ofUsual = Logarithms.isUsualDouble(magnitude) ? distance : 0;
        int ofReal = isWhole(y) || x > 0 ? ofUsual : 0;
        float rounded = negatedByOdd((float) result, (float) x, y);
        return (Math.abs(exponent) < Powers.LARGEST_EXPONENT ? ofReal : 0) < 2 * error ? ExactMath.pow(x, y) : rounded;
    }

    /** {@return the error of a power of 2} The relative error of the exponent is that of a logarithm, and ln 2 times it that of the power. */
    private static int error(double exponent) {
        float size = Math.min(Math.abs((float) exponent), (float) Powers.LARGEST_EXPONENT);
        return ERROR + ERROR / 2 * (1 + (int) size);
    }

    /** {@return whether it is an int, to be compared as doubles: the greatest int is, as a float, equal to 2^31} */
    private static boolean isWhole(double y) {
        return (int) y == y;
    }

    private static float negatedByOdd(float power, float x, double y) {
        return Float.intBitsToFloat(
                Float.floatToRawIntBits(power) ^ (((int) y << (Integer.SIZE - 1)) & Float.floatToRawIntBits(x)));
    }

    /** {@return the cube root} */
    public static float cbrt(float x) {
        double result = Roots.cube(Math.abs((double) x));
        float rounded = withSign((float) result, x);
        return distance(result) < 2 * ERROR ? ExactMath.cbrt(x) : rounded;
    }

    /** {@return the same of a double} */
    public static float cbrt(double x) {
        double result = Roots.cube(Math.abs(x));
        float rounded = withSign((float) result, (float) x);
        int distance = distance(result);
        return (result >= LEAST_NORMAL ? distance : 0) < 2 * ERROR ? ExactMath.cbrt(x) : rounded;
    }

    /** {@return the hypotenuse} */
    public static float hypot(float x, float y) {
        // The square of a float is exact in double.
        double result = Math.sqrt(Math.fma((double) x, x, (double) y * y));
        int distance = distance(result);
        return (result >= LEAST_NORMAL ? distance : 0) < 2 * ERROR ? ExactMath.hypot(x, y) : (float) result;
    }

    /**
     * {@return a number of the normal distribution, as {@link Philox#normal} has it} Its error is half that of the logarithm and that of the
     * cosine, 2^-43.1. It is zero only where the root is, or a magnitude of 2^-81 at least.
     */
    public static float normal(long seed, long index) {
        Philox.Words words = Philox.words(seed, 0, index);
        double radius = toDouble(words.first(), words.second());
        double angle = toDouble(words.third(), words.fourth());
        double result = Math.sqrt(-2 * Logarithms.logOfDouble(1 - radius)) * Turns.cosineOfDouble(2 * Math.PI * angle);
        return distance(result) < 2 * ERROR ? ExactMath.normal(radius, angle) : (float) result;
    }

    /** {@return two words as a number from 0, inclusive, to 1, exclusive, a multiple of 2^-53} */
    private static double toDouble(int upper, int lower) {
        return (((long) upper << Integer.SIZE | (lower & 0xffffffffL)) >>> 11) * 0x1p-53;
    }
}
