package dev.gpukernel.function;

import java.io.Serializable;

/** A function from an index and a {@code float}, such as an element of an array, to a {@code float}. */
@FunctionalInterface
public interface IndexedFloatOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param index an index
     * @param value what is there
     * @return its result
     */
    float apply(int index, float value);
}
