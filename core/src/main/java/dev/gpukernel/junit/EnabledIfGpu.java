package dev.gpukernel.junit;

import dev.gpukernel.Gpu;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test class or test only where kernels run on a GPU: where {@link Gpu#current()}, chosen as {@link dev.gpukernel.Settings} say, is not the CPU.
 * Where it is skipped, the report says why there is none.
 *
 * <pre>{@code
 * @Test
 * @EnabledIfGpu
 * void needsAGpu() { … }
 * }</pre>
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(GpuCondition.class)
public @interface EnabledIfGpu {}
