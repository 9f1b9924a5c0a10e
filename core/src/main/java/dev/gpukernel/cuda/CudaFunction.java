package dev.gpukernel.cuda;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a static method that kernels call and that CUDA C computes on an NVIDIA GPU:
 *
 * <pre>{@code
 * @CudaFunction("soften.cuh")
 * static native float soften(float value, float by);
 *
 * @CudaFunction(source = "__device__ float fast(float x) { return __sinf(x); }")
 * static float fast(float x) {
 *     return (float) Math.sin(x);
 * }
 *
 * @GpuKernel
 * static void all(float[] values, float by) {
 *     for (int i = 0; i < values.length; i++) {
 *         values[i] = fast(soften(values[i], by));
 *     }
 * }
 * }</pre>
 *
 * <p>The source has a {@code __device__} function of the method's name, or of {@link #name()}. Its parameters are those of the method, and so
 * is its result: {@code float}, {@code double}; {@code int} or {@code unsigned} for an int; an integer of 8 bytes for a long, of 2 for a short
 * or char, of 1 for a byte; {@code bool} for a boolean. The compiler of CUDA C compares them. The source is compiled by NVRTC when the kernel is
 * first loaded, and linked with it.
 *
 * <p>A body in Java is what other devices run, and plain Java. A {@code native} method has none: such a kernel runs on NVIDIA GPUs of the
 * backend {@code cuda} alone. Nobody compares the two bodies.
 *
 * <p>The function computes its result from its arguments, and does nothing else: calls of equal arguments may become one, and a call whose
 * result is not used may be left out.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface CudaFunction {
    /** {@return name of the source among the resources, relative to the method's class} It may include others of its resources. */
    String value() default "";

    /** {@return the source itself, in place of a resource} */
    String source() default "";

    /** {@return name of the function in CUDA C, such as {@code geo::scale<float>}; by default that of the method} */
    String name() default "";

    /** {@return options of NVRTC, such as {@code -DUNROLL=4} or {@code --use_fast_math}} */
    String[] options() default {};
}
