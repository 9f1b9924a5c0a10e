package dev.gpukernel.function;

import java.io.Serializable;

/** A function of three {@code int}s that gives an {@code int}. */
@FunctionalInterface
public interface IntTernaryOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param first its first argument
     * @param second its second argument
     * @param third its third argument
     * @return its result
     */
    int apply(int first, int second, int third);
}
