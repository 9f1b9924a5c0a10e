package dev.gpukernel.function;

import java.io.Serializable;
import java.util.Objects;

/** A condition of a {@code long}. */
@FunctionalInterface
public interface LongPredicate extends Serializable {
    /**
     * Asks for the condition.
     *
     * @param value what is asked about
     * @return whether it holds
     */
    boolean test(long value);

    /**
     * Asks for another condition too.
     *
     * @param other what is asked where this one holds
     * @return whether both hold
     * @throws NullPointerException if {@code other} is null
     */
    default LongPredicate and(LongPredicate other) {
        Objects.requireNonNull(other, "other");
        return value -> test(value) && other.test(value);
    }

    /**
     * Asks for another condition instead.
     *
     * @param other what is asked where this one does not hold
     * @return whether one of them holds
     * @throws NullPointerException if {@code other} is null
     */
    default LongPredicate or(LongPredicate other) {
        Objects.requireNonNull(other, "other");
        return value -> test(value) || other.test(value);
    }

    /** {@return whether this one does not hold} */
    default LongPredicate negate() {
        return value -> !test(value);
    }
}
