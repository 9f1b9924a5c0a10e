package dev.gpukernel.function;

import java.io.Serializable;

/** A function from a {@code long} to a {@code double}. */
@FunctionalInterface
public interface LongToDouble extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    double apply(long value);
}
