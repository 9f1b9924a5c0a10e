package dev.gpukernel.internal.cpu;

/**
 * What a thread that waits has come to.
 *
 * @param kind whom it waits for
 * @param operation the operation's name, such as {@code Block.sync}
 * @param place where in the kernel
 * @param mask for a warp, the lanes that it waits for
 * @param bits what it shows to the others
 */
record Arrival(Kind kind, String operation, CallPath place, int mask, long bits) {
    /** Whom a thread waits for. */
    enum Kind {
        WARP,
        BLOCK,
        GRID
    }

    /** {@return whether another thread waits for the same} */
    boolean matches(Arrival other) {
        return kind == other.kind
                && mask == other.mask
                && operation.equals(other.operation)
                && place.equals(other.place);
    }
}
