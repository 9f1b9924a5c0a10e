package dev.gpukernel.function;

import java.io.Serializable;

/** A function of three {@code long}s that gives a {@code long}. */
@FunctionalInterface
public interface LongTernaryOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param first its first argument
     * @param second its second argument
     * @param third its third argument
     * @return its result
     */
    long apply(long first, long second, long third);
}
