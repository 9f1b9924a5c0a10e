package dev.gpukernel.function;

import java.io.Serializable;
import java.util.Objects;

/** A function of two {@code long}s that gives a {@code long}, such as a sum. */
@FunctionalInterface
public interface LongBinaryOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param left its first argument
     * @param right its second argument
     * @return its result
     */
    long apply(long left, long right);

    /**
     * Puts another function after this one.
     *
     * @param after what is applied to the result
     * @return a function that applies this one first
     * @throws NullPointerException if {@code after} is null
     */
    default LongBinaryOperator andThen(LongOperator after) {
        Objects.requireNonNull(after, "after");
        return (left, right) -> after.apply(apply(left, right));
    }
}
