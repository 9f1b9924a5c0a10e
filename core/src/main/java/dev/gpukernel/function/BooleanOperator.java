package dev.gpukernel.function;

import java.io.Serializable;
import java.util.Objects;

/** A function from a {@code boolean} to a {@code boolean}. */
@FunctionalInterface
public interface BooleanOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    boolean apply(boolean value);

    /**
     * Puts another function after this one.
     *
     * @param after what is applied to the result
     * @return a function that applies this one first
     * @throws NullPointerException if {@code after} is null
     */
    default BooleanOperator andThen(BooleanOperator after) {
        Objects.requireNonNull(after, "after");
        return value -> after.apply(apply(value));
    }
}
