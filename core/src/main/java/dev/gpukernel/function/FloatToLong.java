package dev.gpukernel.function;

import java.io.Serializable;

/** A function from a {@code float} to a {@code long}. */
@FunctionalInterface
public interface FloatToLong extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    long apply(float value);
}
