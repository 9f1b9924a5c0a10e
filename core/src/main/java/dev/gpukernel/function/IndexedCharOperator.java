package dev.gpukernel.function;

import java.io.Serializable;

/** A function from an index and a {@code char}, such as an element of an array, to a {@code char}. */
@FunctionalInterface
public interface IndexedCharOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param index an index
     * @param value what is there
     * @return its result
     */
    char apply(int index, char value);
}
