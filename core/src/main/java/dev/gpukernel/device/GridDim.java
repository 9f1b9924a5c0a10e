package dev.gpukernel.device;

/** The size of the grid in blocks. */
public final class GridDim {
    private GridDim() {}

    /** {@return number of blocks in the grid along x} */
    public static int x() {
        return ThreadState.current().gridDimX;
    }

    /** {@return number of blocks in the grid along y} */
    public static int y() {
        return ThreadState.current().gridDimY;
    }

    /** {@return number of blocks in the grid along z} */
    public static int z() {
        return ThreadState.current().gridDimZ;
    }
}
