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

    static float exp(float x) {
        return (float) StrictMath.exp(x);
    }

    static float log(float x) {
        return (float) StrictMath.log(x);
    }
}
