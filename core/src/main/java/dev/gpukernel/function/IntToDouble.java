package dev.gpukernel.function;

import java.io.Serializable;

/** A function from an {@code int} to a {@code double}. */
@FunctionalInterface
public interface IntToDouble extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    double apply(int value);
}
