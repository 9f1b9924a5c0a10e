package dev.gpukernel.function;

import java.io.Serializable;

/** A function from a {@code short} to an {@code int}. */
@FunctionalInterface
public interface ShortToInt extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    int apply(short value);
}
