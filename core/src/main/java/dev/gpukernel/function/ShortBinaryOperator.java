package dev.gpukernel.function;

import java.io.Serializable;
import java.util.Objects;

/** A function of two {@code short}s that gives a {@code short}, such as a sum. */
@FunctionalInterface
public interface ShortBinaryOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param left its first argument
     * @param right its second argument
     * @return its result
     */
    short apply(short left, short right);

    /**
     * Puts another function after this one.
     *
     * @param after what is applied to the result
     * @return a function that applies this one first
     * @throws NullPointerException if {@code after} is null
     */
    default ShortBinaryOperator andThen(ShortOperator after) {
        Objects.requireNonNull(after, "after");
        return (left, right) -> after.apply(apply(left, right));
    }
}
