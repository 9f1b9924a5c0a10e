package dev.gpukernel.function;

import java.io.Serializable;

/** A function from an index and a {@code short}, such as an element of an array, to a {@code short}. */
@FunctionalInterface
public interface IndexedShortOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param index an index
     * @param value what is there
     * @return its result
     */
    short apply(int index, short value);
}
