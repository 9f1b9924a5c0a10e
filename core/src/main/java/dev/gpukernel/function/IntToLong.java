package dev.gpukernel.function;

import java.io.Serializable;

/** A function from an {@code int} to a {@code long}. */
@FunctionalInterface
public interface IntToLong extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    long apply(int value);
}
