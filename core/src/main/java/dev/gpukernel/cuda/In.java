package dev.gpukernel.cuda;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** On a parameter of a {@link CudaSource} method: an array that the kernel only reads, and that is not copied back, {@code const float *} in CUDA C. */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.CLASS)
public @interface In {}
