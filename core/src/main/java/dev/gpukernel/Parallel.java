package dev.gpukernel;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the variable of a loop whose iterations are independent, where that cannot be proven:
 * {@code for (@Parallel int i = 0; i < n; i++) y[index[i]] = x[i];}. It is the author's word: if two iterations do write the same
 * element, or one reads what another writes, the result is undefined on a GPU.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE_USE)
public @interface Parallel {}
