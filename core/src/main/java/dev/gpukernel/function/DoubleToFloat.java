package dev.gpukernel.function;

import java.io.Serializable;

/** A function from a {@code double} to a {@code float}. */
@FunctionalInterface
public interface DoubleToFloat extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    float apply(double value);
}
