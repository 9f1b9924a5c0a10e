package dev.gpukernel.internal.ir;

import java.util.List;

/** A method that the compiler knows and does not read: the part of the table of intrinsics that the representation needs. */
public interface Intrinsic {
    /** {@return the class and method, such as {@code Grid.x}, unique among all intrinsics and overloads; one line} */
    String text();

    /** {@return types of the arguments} */
    List<Type> parameters();

    /** {@return type of the result} */
    Type result();

    Effect effect();

    /** {@return which threads it waits for; if more than its own, its effect is {@link Effect#SYNCHRONISE}} */
    default Scope scope() {
        return Scope.THREAD;
    }

    /** {@return whether its result, an I32, is never negative} */
    default boolean isNotNegative() {
        return false;
    }

    /** {@return whether its result has the bits of its only argument} */
    default boolean keepsBits() {
        return false;
    }
}
