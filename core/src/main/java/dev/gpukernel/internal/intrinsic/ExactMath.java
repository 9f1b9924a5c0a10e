package dev.gpukernel.internal.intrinsic;

/**
 * Functions of {@link StrictMath} by the JDK's own code, for the few arguments for which {@link NarrowedMath}, whose results are rounded to
 * float, or {@link StraightMath} has nothing faster. So each becomes a function of the generated code, wherever there may be functions.
 */
public final class ExactMath {
    private ExactMath() {}

    static float sin(double x) {
        return (float) StrictMath.sin(x);
    }

    static float cos(double x) {
        return (float) StrictMath.cos(x);
    }

    static float tan(double x) {
        return (float) StrictMath.tan(x);
    }

    static float asin(double x) {
        return (float) StrictMath.asin(x);
    }

    static float acos(double x) {
        return (float) StrictMath.acos(x);
    }

    static float atan(double x) {
        return (float) StrictMath.atan(x);
    }

    static float exp(double x) {
        return (float) StrictMath.exp(x);
    }

    static float expm1(double x) {
        return (float) StrictMath.expm1(x);
    }

    static float sinh(double x) {
        return (float) StrictMath.sinh(x);
    }

    static float cosh(double x) {
        return (float) StrictMath.cosh(x);
    }

    static float tanh(double x) {
        return (float) StrictMath.tanh(x);
    }

    static float log(double x) {
        return (float) StrictMath.log(x);
    }

    static float log10(double x) {
        return (float) StrictMath.log10(x);
    }

    static float log1p(double x) {
        return (float) StrictMath.log1p(x);
    }

    static float cbrt(double x) {
        return (float) StrictMath.cbrt(x);
    }

    static float atan2(float y, float x) {
        return (float) StrictMath.atan2(y, x);
    }

    static float pow(double x, double y) {
        return (float) StrictMath.pow(x, y);
    }

    static float hypot(float x, float y) {
        return (float) StrictMath.hypot(x, y);
    }

    /** {@return as {@code Philox.normal} makes it of two numbers} */
    static float normal(double radius, double angle) {
        return (float) (StrictMath.sqrt(-2 * logOfDouble(1 - radius)) * cosOfDouble(2 * Math.PI * angle));
    }

    static double sinOfDouble(double x) {
        return StrictMath.sin(x);
    }

    static double cosOfDouble(double x) {
        return StrictMath.cos(x);
    }

    static double expOfDouble(double x) {
        return StrictMath.exp(x);
    }

    static double logOfDouble(double x) {
        return StrictMath.log(x);
    }

    static double powOfDouble(double x, double y) {
        return StrictMath.pow(x, y);
    }
}
