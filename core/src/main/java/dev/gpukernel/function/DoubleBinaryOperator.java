package dev.gpukernel.function;

import java.io.Serializable;
import java.util.Objects;

/** A function of two {@code double}s that gives a {@code double}, such as a sum. */
@FunctionalInterface
public interface DoubleBinaryOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param left its first argument
     * @param right its second argument
     * @return its result
     */
    double apply(double left, double right);

    /**
     * Puts another function after this one.
     *
     * @param after what is applied to the result
     * @return a function that applies this one first
     * @throws NullPointerException if {@code after} is null
     */
    default DoubleBinaryOperator andThen(DoubleOperator after) {
        Objects.requireNonNull(after, "after");
        return (left, right) -> after.apply(apply(left, right));
    }
}
