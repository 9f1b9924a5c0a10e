package dev.gpukernel.function;

import java.io.Serializable;
import java.util.Objects;

/** A function from a {@code short} to a {@code short}. */
@FunctionalInterface
public interface ShortOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    short apply(short value);

    /**
     * Puts another function after this one.
     *
     * @param after what is applied to the result
     * @return a function that applies this one first
     * @throws NullPointerException if {@code after} is null
     */
    default ShortOperator andThen(ShortOperator after) {
        Objects.requireNonNull(after, "after");
        return value -> after.apply(apply(value));
    }
}
