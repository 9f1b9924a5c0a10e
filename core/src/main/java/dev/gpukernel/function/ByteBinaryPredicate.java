package dev.gpukernel.function;

import java.io.Serializable;

/** A condition of two {@code byte}s, such as an order. */
@FunctionalInterface
public interface ByteBinaryPredicate extends Serializable {
    /**
     * Asks for the condition.
     *
     * @param left the first number
     * @param right the second number
     * @return whether it holds
     */
    boolean test(byte left, byte right);

    /** {@return whether this one does not hold} */
    default ByteBinaryPredicate negate() {
        return (left, right) -> !test(left, right);
    }
}
