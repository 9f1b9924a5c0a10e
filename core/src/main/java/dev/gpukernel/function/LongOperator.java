package dev.gpukernel.function;

import java.io.Serializable;
import java.util.Objects;

/** A function from a {@code long} to a {@code long}. */
@FunctionalInterface
public interface LongOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    long apply(long value);

    /**
     * Puts another function after this one.
     *
     * @param after what is applied to the result
     * @return a function that applies this one first
     * @throws NullPointerException if {@code after} is null
     */
    default LongOperator andThen(LongOperator after) {
        Objects.requireNonNull(after, "after");
        return value -> after.apply(apply(value));
    }
}
