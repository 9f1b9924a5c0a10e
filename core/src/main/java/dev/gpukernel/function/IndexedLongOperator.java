package dev.gpukernel.function;

import java.io.Serializable;

/** A function from an index and a {@code long}, such as an element of an array, to a {@code long}. */
@FunctionalInterface
public interface IndexedLongOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param index an index
     * @param value what is there
     * @return its result
     */
    long apply(int index, long value);
}
