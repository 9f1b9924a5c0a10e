package dev.gpukernel.function;

import java.io.Serializable;

/** A condition of two {@code short}s, such as an order. */
@FunctionalInterface
public interface ShortBinaryPredicate extends Serializable {
    /**
     * Asks for the condition.
     *
     * @param left the first number
     * @param right the second number
     * @return whether it holds
     */
    boolean test(short left, short right);

    /** {@return whether this one does not hold} */
    default ShortBinaryPredicate negate() {
        return (left, right) -> !test(left, right);
    }
}
