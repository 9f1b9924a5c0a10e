package dev.gpukernel.function;

import java.io.Serializable;
import java.util.Objects;

/** A function from an {@code int} to an {@code int}. */
@FunctionalInterface
public interface IntOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    int apply(int value);

    /**
     * Puts another function after this one.
     *
     * @param after what is applied to the result
     * @return a function that applies this one first
     * @throws NullPointerException if {@code after} is null
     */
    default IntOperator andThen(IntOperator after) {
        Objects.requireNonNull(after, "after");
        return value -> after.apply(apply(value));
    }
}
