package dev.gpukernel.function;

import java.io.Serializable;

/** A function from a {@code byte} to an {@code int}. */
@FunctionalInterface
public interface ByteToInt extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    int apply(byte value);
}
