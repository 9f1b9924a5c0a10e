package dev.gpukernel.function;

import java.io.Serializable;

/** A function of three {@code double}s that gives a {@code double}. */
@FunctionalInterface
public interface DoubleTernaryOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param first its first argument
     * @param second its second argument
     * @param third its third argument
     * @return its result
     */
    double apply(double first, double second, double third);
}
