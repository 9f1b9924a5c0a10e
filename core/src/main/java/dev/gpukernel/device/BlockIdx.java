package dev.gpukernel.device;

/** The position of the running thread's block in the grid. */
public final class BlockIdx {
    private BlockIdx() {}

    /** {@return index of this thread's block along x} */
    public static int x() {
        return ThreadState.current().blockX;
    }

    /** {@return index of this thread's block along y} */
    public static int y() {
        return ThreadState.current().blockY;
    }

    /** {@return index of this thread's block along z} */
    public static int z() {
        return ThreadState.current().blockZ;
    }
}
