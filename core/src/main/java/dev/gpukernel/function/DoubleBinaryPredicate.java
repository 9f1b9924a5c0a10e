package dev.gpukernel.function;

import java.io.Serializable;

/** A condition of two {@code double}s, such as an order. */
@FunctionalInterface
public interface DoubleBinaryPredicate extends Serializable {
    /**
     * Asks for the condition.
     *
     * @param left the first number
     * @param right the second number
     * @return whether it holds
     */
    boolean test(double left, double right);

    /** {@return whether this one does not hold} */
    default DoubleBinaryPredicate negate() {
        return (left, right) -> !test(left, right);
    }
}
