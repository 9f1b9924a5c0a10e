package dev.gpukernel.device;

/** The position of the running thread in its block. */
public final class ThreadIdx {
    private ThreadIdx() {}

    /** {@return index of this thread in its block along x} */
    public static int x() {
        return ThreadState.current().threadX;
    }

    /** {@return index of this thread in its block along y} */
    public static int y() {
        return ThreadState.current().threadY;
    }

    /** {@return index of this thread in its block along z} */
    public static int z() {
        return ThreadState.current().threadZ;
    }
}
