package dev.gpukernel.function;

import java.io.Serializable;

/** A function from a {@code float} to a {@code double}. */
@FunctionalInterface
public interface FloatToDouble extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    double apply(float value);
}
