package dev.gpukernel.function;

import java.io.Serializable;

/** A condition of two {@code int}s, such as an order. */
@FunctionalInterface
public interface IntBinaryPredicate extends Serializable {
    /**
     * Asks for the condition.
     *
     * @param left the first number
     * @param right the second number
     * @return whether it holds
     */
    boolean test(int left, int right);

    /** {@return whether this one does not hold} */
    default IntBinaryPredicate negate() {
        return (left, right) -> !test(left, right);
    }
}
