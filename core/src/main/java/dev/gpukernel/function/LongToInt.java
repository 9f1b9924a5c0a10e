package dev.gpukernel.function;

import java.io.Serializable;

/** A function from a {@code long} to an {@code int}. */
@FunctionalInterface
public interface LongToInt extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    int apply(long value);
}
