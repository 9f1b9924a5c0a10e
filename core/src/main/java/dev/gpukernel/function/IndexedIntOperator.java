package dev.gpukernel.function;

import java.io.Serializable;

/** A function from an index and an {@code int}, such as an element of an array, to an {@code int}. */
@FunctionalInterface
public interface IndexedIntOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param index an index
     * @param value what is there
     * @return its result
     */
    int apply(int index, int value);
}
