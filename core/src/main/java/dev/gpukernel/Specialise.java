package dev.gpukernel;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a primitive parameter of a kernel whose value is to be a constant of the code: the kernel is compiled once for each value that it is
 * launched with. Loops whose number of iterations follows from it are written out if they are short, tests of it are decided, and divisions by it are
 * cheap.
 *
 * <pre>{@code
 * @GpuKernel
 * static void smooth(float[] in, float[] out, @Specialise int radius) {
 *     for (int i = radius; i < in.length - radius; i++) {
 *         float sum = 0;
 *         for (int k = -radius; k <= radius; k++) {
 *             sum += in[i + k];
 *         }
 *         out[i] = sum / (2 * radius + 1);
 *     }
 * }
 * }</pre>
 *
 * <p>What the kernel computes is the same. The first launch with a value waits for the compiler, so this is for parameters that have few values.
 * Floating-point values are told apart by their bits. A graph has the value that it was recorded with.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Specialise {
    /**
     * {@return for how many values the kernel is compiled, at least 1} Of several such parameters, the least counts, for all combinations of values. Launches
     * with more values run code for any value, and the log says so once.
     */
    int limit() default 64;
}
