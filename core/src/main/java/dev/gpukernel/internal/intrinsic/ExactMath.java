package dev.gpukernel.internal.intrinsic;

/**
 * Functions of {@link StrictMath} of floats, rounded to float, by the JDK's own code: for the few arguments for which {@link
 * NarrowedMath} has nothing faster. So each becomes a function of the generated code, wherever there may be functions.
 */
public final class ExactMath {
    private ExactMath() {}

    static float sin(float x) {
        return (float) StrictMath.sin(x);
    }

    static float cos(float x) {
        return (float) StrictMath.cos(x);
    }

    /** {@return as {@code Philox.normal} makes it of two numbers} */
    static float normal(double radius, double angle) {
        return (float) (StrictMath.sqrt(-2 * logOfDouble(1 - radius)) * cosOfDouble(2 * Math.PI * angle));
    }

    // Functions of their own, so that none is too large for a JVM to compile.

    private static double logOfDouble(double x) {
        return StrictMath.log(x);
    }

    private static double cosOfDouble(double x) {
        return StrictMath.cos(x);
    }

    static float exp(float x) {
        return (float) StrictMath.exp(x);
    }

    static float log(float x) {
        return (float) StrictMath.log(x);
    }
}
