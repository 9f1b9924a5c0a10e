package dev.gpukernel.function;

import java.io.Serializable;

/** A function from a {@code double} to an {@code int}. */
@FunctionalInterface
public interface DoubleToInt extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    int apply(double value);
}
