package dev.gpukernel.device;

/** The size of a block in threads. */
public final class BlockDim {
    private BlockDim() {}

    /** {@return number of threads in a block along x} */
    public static int x() {
        return ThreadState.current().blockDimX;
    }

    /** {@return number of threads in a block along y} */
    public static int y() {
        return ThreadState.current().blockDimY;
    }

    /** {@return number of threads in a block along z} */
    public static int z() {
        return ThreadState.current().blockDimZ;
    }
}
