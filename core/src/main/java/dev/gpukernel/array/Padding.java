package dev.gpukernel.array;

import dev.gpukernel.internal.array.Shaping;

/** How an array goes on before and behind its elements along an axis; the examples continue {@code 1 2 3}. */
public enum Padding {
    /** With the element at the end: {@code 1 1 | 1 2 3 | 3 3}. */
    EDGE(Shaping.Ends.EDGE),
    /** Backwards, without the element at the end: {@code 3 2 | 1 2 3 | 2 1}. */
    REFLECT(Shaping.Ends.REFLECT),
    /** Backwards, with the element at the end: {@code 2 1 | 1 2 3 | 3 2}. */
    SYMMETRIC(Shaping.Ends.SYMMETRIC),
    /** From the other end: {@code 2 3 | 1 2 3 | 1 2}. */
    WRAP(Shaping.Ends.WRAP);

    private final Shaping.Ends ends;

    Padding(Shaping.Ends ends) {
        this.ends = ends;
    }

    Shaping.Ends ends() {
        return ends;
    }
}
