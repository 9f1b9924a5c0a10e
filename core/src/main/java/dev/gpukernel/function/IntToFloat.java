package dev.gpukernel.function;

import java.io.Serializable;

/** A function from an {@code int} to a {@code float}. */
@FunctionalInterface
public interface IntToFloat extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    float apply(int value);
}
