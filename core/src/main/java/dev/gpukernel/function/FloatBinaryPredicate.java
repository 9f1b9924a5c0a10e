package dev.gpukernel.function;

import java.io.Serializable;

/** A condition of two {@code float}s, such as an order. */
@FunctionalInterface
public interface FloatBinaryPredicate extends Serializable {
    /**
     * Asks for the condition.
     *
     * @param left the first number
     * @param right the second number
     * @return whether it holds
     */
    boolean test(float left, float right);

    /** {@return whether this one does not hold} */
    default FloatBinaryPredicate negate() {
        return (left, right) -> !test(left, right);
    }
}
