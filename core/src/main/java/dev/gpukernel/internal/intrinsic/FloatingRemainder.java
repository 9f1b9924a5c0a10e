package dev.gpukernel.internal.intrinsic;

/**
 * Java's {@code %} on floating-point numbers, in Java: the front end translates these methods in place of the bytecode. Exact, by
 * long division of the significands, one bit a step.
 */
public final class FloatingRemainder {
    /** The name of both methods. */
    public static final String METHOD = "remainder";

    private static final int FLOAT_BITS = 23;
    private static final int FLOAT_INFINITY = 0x7f800000;
    private static final int DOUBLE_BITS = 52;
    private static final long DOUBLE_INFINITY = 0x7ff0000000000000L;

    private FloatingRemainder() {}

    /** {@return {@code x % y}} */
    public static float remainder(float x, float y) {
        int bits = Float.floatToRawIntBits(x);
        int sign = bits & 0x80000000;
        int a = bits & 0x7fffffff;
        int b = Float.floatToRawIntBits(y) & 0x7fffffff;
        if (a >= FLOAT_INFINITY || b > FLOAT_INFINITY || b == 0) {
            return Float.NaN;
        }
        if (a < b) {
            return x;
        }
        int hidden = 1 << FLOAT_BITS;
        int exponent = Math.max(a >> FLOAT_BITS, 1);
        int rest = (a & (hidden - 1)) | (a >= hidden ? hidden : 0);
        int exponentOfDivisor = Math.max(b >> FLOAT_BITS, 1);
        int divisor = (b & (hidden - 1)) | (b >= hidden ? hidden : 0);
        // Subnormal numbers get the leading bit of normal ones, and an exponent that those do not have.
        while (rest < hidden) {
            rest <<= 1;
            exponent--;
        }
        while (divisor < hidden) {
            divisor <<= 1;
            exponentOfDivisor--;
        }
        for (; exponent > exponentOfDivisor; exponent--) {
            rest = (rest >= divisor ? rest - divisor : rest) << 1;
        }
        rest = rest >= divisor ? rest - divisor : rest;
        if (rest == 0) {
            return Float.intBitsToFloat(sign);
        }
        while (rest < hidden) {
            rest <<= 1;
            exponent--;
        }
        int magnitude = exponent >= 1 ? (rest - hidden) | (exponent << FLOAT_BITS) : rest >> (1 - exponent);
        return Float.intBitsToFloat(sign | magnitude);
    }

    /** {@return {@code x % y}} */
    public static double remainder(double x, double y) {
        long bits = Double.doubleToRawLongBits(x);
        long sign = bits & Long.MIN_VALUE;
        long a = bits & Long.MAX_VALUE;
        long b = Double.doubleToRawLongBits(y) & Long.MAX_VALUE;
        if (a >= DOUBLE_INFINITY || b > DOUBLE_INFINITY || b == 0) {
            return Double.NaN;
        }
        if (a < b) {
            return x;
        }
        long hidden = 1L << DOUBLE_BITS;
        int exponent = Math.max((int) (a >> DOUBLE_BITS), 1);
        long rest = (a & (hidden - 1)) | (a >= hidden ? hidden : 0);
        int exponentOfDivisor = Math.max((int) (b >> DOUBLE_BITS), 1);
        long divisor = (b & (hidden - 1)) | (b >= hidden ? hidden : 0);
        // Subnormal numbers get the leading bit of normal ones, and an exponent that those do not have.
        while (rest < hidden) {
            rest <<= 1;
            exponent--;
        }
        while (divisor < hidden) {
            divisor <<= 1;
            exponentOfDivisor--;
        }
        for (; exponent > exponentOfDivisor; exponent--) {
            rest = (rest >= divisor ? rest - divisor : rest) << 1;
        }
        rest = rest >= divisor ? rest - divisor : rest;
        if (rest == 0) {
            return Double.longBitsToDouble(sign);
        }
        while (rest < hidden) {
            rest <<= 1;
            exponent--;
        }
        long magnitude = exponent >= 1 ? (rest - hidden) | ((long) exponent << DOUBLE_BITS) : rest >> (1 - exponent);
        return Double.longBitsToDouble(sign | magnitude);
    }
}
