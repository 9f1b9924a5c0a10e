package dev.gpukernel.internal.array;

import dev.gpukernel.internal.jit.ElementFunction;

/** How two elements become one, and so all along some axes. */
sealed interface Combination permits Reduction, Combination.Applied {
    /**
     * Elements that are combined one after another if a function of the user's does it; what such pieces come to is combined in turn. Too few
     * for a launch to split the loop over them.
     */
    int PIECE = 256;

    /**
     * A function of the user's.
     *
     * @param function the function; the first steps of the structure are what it begins with, and what the function captures
     * @param captured how many values it captures
     */
    record Applied(ElementFunction function, int captured) implements Combination {}

    /** {@return how many pieces there are of some elements, at least one} */
    static int pieces(int elements) {
        return Math.max(1, elements / PIECE + (elements % PIECE == 0 ? 0 : 1));
    }
}
