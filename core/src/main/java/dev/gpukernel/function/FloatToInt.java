package dev.gpukernel.function;

import java.io.Serializable;

/** A function from a {@code float} to an {@code int}. */
@FunctionalInterface
public interface FloatToInt extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    int apply(float value);
}
