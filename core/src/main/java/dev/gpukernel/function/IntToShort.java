package dev.gpukernel.function;

import java.io.Serializable;

/** A function from an {@code int} to a {@code short}. */
@FunctionalInterface
public interface IntToShort extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    short apply(int value);
}
