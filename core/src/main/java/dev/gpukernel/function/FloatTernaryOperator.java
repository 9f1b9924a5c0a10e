package dev.gpukernel.function;

import java.io.Serializable;

/** A function of three {@code float}s that gives a {@code float}. */
@FunctionalInterface
public interface FloatTernaryOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param first its first argument
     * @param second its second argument
     * @param third its third argument
     * @return its result
     */
    float apply(float first, float second, float third);
}
