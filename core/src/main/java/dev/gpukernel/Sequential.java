package dev.gpukernel;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the variable of a loop that runs in its order: {@code for (@Sequential int t = 0; t < 256; t++) …}. Such a loop may do what
 * a parallel loop may not: carry values, read what an iteration before wrote, end by {@code break} or {@code return}. If it has no
 * parallel loops in it, one thread of the device runs it as it is written. If it has some, the host runs it and launches these in
 * each of its iterations.
 *
 * <p>One thread of a GPU is slow. It is meant for what is short beside the parallel loops of a kernel, so that their arrays can
 * stay on the device. The mark counts in methods that the kernel calls, too.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE_USE)
public @interface Sequential {}
