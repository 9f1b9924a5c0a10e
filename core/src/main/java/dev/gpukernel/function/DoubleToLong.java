package dev.gpukernel.function;

import java.io.Serializable;

/** A function from a {@code double} to a {@code long}. */
@FunctionalInterface
public interface DoubleToLong extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    long apply(double value);
}
