package dev.gpukernel.function;

import java.io.Serializable;

/** What is done with an {@code int}, such as an iteration of a loop, which writes arrays that it captures. */
@FunctionalInterface
public interface IntConsumer extends Serializable {
    /**
     * Does it.
     *
     * @param value with what
     */
    void accept(int value);
}
