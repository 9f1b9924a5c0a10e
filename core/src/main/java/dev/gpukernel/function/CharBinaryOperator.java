package dev.gpukernel.function;

import java.io.Serializable;
import java.util.Objects;

/** A function of two {@code char}s that gives a {@code char}, such as a sum. */
@FunctionalInterface
public interface CharBinaryOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param left its first argument
     * @param right its second argument
     * @return its result
     */
    char apply(char left, char right);

    /**
     * Puts another function after this one.
     *
     * @param after what is applied to the result
     * @return a function that applies this one first
     * @throws NullPointerException if {@code after} is null
     */
    default CharBinaryOperator andThen(CharOperator after) {
        Objects.requireNonNull(after, "after");
        return (left, right) -> after.apply(apply(left, right));
    }
}
