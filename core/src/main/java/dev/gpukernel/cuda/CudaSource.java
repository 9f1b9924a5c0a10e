package dev.gpukernel.cuda;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On an interface whose methods are the kernels of a source in CUDA C. The annotation processor generates a class that launches them, and
 * compares names and numbers of parameters with the source, which it compiles where NVRTC is found:
 *
 * <pre>{@code
 * @CudaSource("scale.cu")
 * interface Scaling {
 *     void scale(Launch launch, @InOut float[] data, float factor, int n);
 * }
 *
 * Scaling scaling = new ScalingGpu();
 * scaling.scale(Launch.covering(n), data, 2.5f, n);
 * }</pre>
 *
 * <p>A method has the name of the kernel, returns nothing, and takes a {@code Launch} and then what the kernel takes: primitive types for
 * values; arrays of them, {@code GpuArray}s of these, or memory segments for pointers, with {@link In}, {@link Out} or {@link InOut}. Without
 * one of these, an array may be read and written.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.CLASS)
public @interface CudaSource {
    /**
     * {@return name of the source among the resources, relative to the interface} One that ends with {@code .ptx}, {@code .cubin} or
     * {@code .fatbin} is code that was compiled before.
     */
    String value();

    /** {@return options of NVRTC, such as {@code -DUNROLL=4} or {@code --use_fast_math}} */
    String[] options() default {};
}
