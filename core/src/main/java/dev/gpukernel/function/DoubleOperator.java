package dev.gpukernel.function;

import java.io.Serializable;
import java.util.Objects;

/** A function from a {@code double} to a {@code double}. */
@FunctionalInterface
public interface DoubleOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    double apply(double value);

    /**
     * Puts another function after this one.
     *
     * @param after what is applied to the result
     * @return a function that applies this one first
     * @throws NullPointerException if {@code after} is null
     */
    default DoubleOperator andThen(DoubleOperator after) {
        Objects.requireNonNull(after, "after");
        return value -> after.apply(apply(value));
    }
}
