package dev.gpukernel.function;

import java.io.Serializable;
import java.util.Objects;

/** A function from a {@code byte} to a {@code byte}. */
@FunctionalInterface
public interface ByteOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param value its argument
     * @return its result
     */
    byte apply(byte value);

    /**
     * Puts another function after this one.
     *
     * @param after what is applied to the result
     * @return a function that applies this one first
     * @throws NullPointerException if {@code after} is null
     */
    default ByteOperator andThen(ByteOperator after) {
        Objects.requireNonNull(after, "after");
        return value -> after.apply(apply(value));
    }
}
