package dev.gpukernel.function;

import java.io.Serializable;

/** What is done with two {@code int}s, such as the row and column of an element. */
@FunctionalInterface
public interface IntBinaryConsumer extends Serializable {
    /**
     * Does it.
     *
     * @param first with what
     * @param second and with what else
     */
    void accept(int first, int second);
}
