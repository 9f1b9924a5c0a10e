package dev.gpukernel.function;

import java.io.Serializable;

/** A function from an index and a {@code double}, such as an element of an array, to a {@code double}. */
@FunctionalInterface
public interface IndexedDoubleOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param index an index
     * @param value what is there
     * @return its result
     */
    double apply(int index, double value);
}
