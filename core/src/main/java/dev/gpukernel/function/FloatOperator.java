package dev.gpukernel.function;

import java.io.Serializable;
import java.util.Objects;

/** A function from a {@code float} to a {@code float}. */
@FunctionalInterface
public interface FloatOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    float apply(float value);

    /**
     * Puts another function after this one.
     *
     * @param after what is applied to the result
     * @return a function that applies this one first
     * @throws NullPointerException if {@code after} is null
     */
    default FloatOperator andThen(FloatOperator after) {
        Objects.requireNonNull(after, "after");
        return value -> after.apply(apply(value));
    }
}
