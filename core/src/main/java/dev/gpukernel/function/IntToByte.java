package dev.gpukernel.function;

import java.io.Serializable;

/** A function from an {@code int} to a {@code byte}. */
@FunctionalInterface
public interface IntToByte extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    byte apply(int value);
}
