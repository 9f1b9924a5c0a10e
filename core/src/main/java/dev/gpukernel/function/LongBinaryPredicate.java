package dev.gpukernel.function;

import java.io.Serializable;

/** A condition of two {@code long}s, such as an order. */
@FunctionalInterface
public interface LongBinaryPredicate extends Serializable {
    /**
     * Asks for the condition.
     *
     * @param left the first number
     * @param right the second number
     * @return whether it holds
     */
    boolean test(long left, long right);

    /** {@return whether this one does not hold} */
    default LongBinaryPredicate negate() {
        return (left, right) -> !test(left, right);
    }
}
