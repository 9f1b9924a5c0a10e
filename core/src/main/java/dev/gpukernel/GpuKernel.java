package dev.gpukernel;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static method that runs on the GPU.
 *
 * <p>Two forms are kernels. A <b>plain loop</b>, {@code for (int i = 0; i < y.length; i++) y[i] = a * x[i];}, whose
 * iterations are proven independent and run in parallel. And a <b>grid kernel</b> in CUDA's terms, whose body is run once
 * per thread and takes its element from {@link dev.gpukernel.device.Grid#x()}.
 *
 * <p>The annotation processor generates a class {@code <Class>Gpu} with a launcher for each kernel; without it, use
 * {@link Kernel#of(Class, String)}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface GpuKernel {
    /** {@return how exactly floating-point arithmetic follows Java's} */
    MathMode math() default MathMode.STRICT;

    /**
     * {@return whether a GPU checks every array index} Without the check an index out of range reads or overwrites other
     * memory of the device, or ends the process's use of the device. The CPU checks in any case.
     */
    boolean checked() default true;

    /** {@return threads per block to compile for and to launch with, from 1 to 1024, or 0 to have it chosen} */
    int blockSize() default 0;
}
