package dev.gpukernel.function;

import java.io.Serializable;

/** A function from a {@code char} to an {@code int}. */
@FunctionalInterface
public interface CharToInt extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    int apply(char value);
}
