package dev.gpukernel.function;

import java.io.Serializable;
import java.util.Objects;

/** A function of two {@code byte}s that gives a {@code byte}, such as a sum. */
@FunctionalInterface
public interface ByteBinaryOperator extends Serializable {
    /**
     * Applies the function.
     *
     * @param left its first argument
     * @param right its second argument
     * @return its result
     */
    byte apply(byte left, byte right);

    /**
     * Puts another function after this one.
     *
     * @param after what is applied to the result
     * @return a function that applies this one first
     * @throws NullPointerException if {@code after} is null
     */
    default ByteBinaryOperator andThen(ByteOperator after) {
        Objects.requireNonNull(after, "after");
        return (left, right) -> after.apply(apply(left, right));
    }
}
