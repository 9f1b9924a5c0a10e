package dev.gpukernel.function;

import java.io.Serializable;

/** A function from a {@code long} to a {@code float}. */
@FunctionalInterface
public interface LongToFloat extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    float apply(long value);
}
