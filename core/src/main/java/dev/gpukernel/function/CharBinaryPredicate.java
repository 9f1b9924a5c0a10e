package dev.gpukernel.function;

import java.io.Serializable;

/** A condition of two {@code char}s, such as an order. */
@FunctionalInterface
public interface CharBinaryPredicate extends Serializable {
    /**
     * Asks for the condition.
     *
     * @param left the first character
     * @param right the second character
     * @return whether it holds
     */
    boolean test(char left, char right);

    /** {@return whether this one does not hold} */
    default CharBinaryPredicate negate() {
        return (left, right) -> !test(left, right);
    }
}
