package dev.gpukernel.function;

import java.io.Serializable;

/** A function from an {@code int} to a {@code char}. */
@FunctionalInterface
public interface IntToChar extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    char apply(int value);
}
