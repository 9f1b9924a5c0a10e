package dev.gpukernel.function;

import java.io.Serializable;

/** A function from an index and a {@code byte}, such as an element of an array, to a {@code byte}. */
@FunctionalInterface
public interface IndexedByteOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param index an index
     * @param value what is there
     * @return its result
     */
    byte apply(int index, byte value);
}
