package dev.gpukernel.device;

/** The position of the running thread in the whole grid, and the grid's size in threads. */
public final class Grid {
    private Grid() {}

    /** {@return index of this thread along x over all blocks: {@code blockIdx.x * blockDim.x + threadIdx.x}} */
    public static int x() {
        return BlockIdx.x() * BlockDim.x() + ThreadIdx.x();
    }

    /** {@return index of this thread along y over all blocks} */
    public static int y() {
        return BlockIdx.y() * BlockDim.y() + ThreadIdx.y();
    }

    /** {@return index of this thread along z over all blocks} */
    public static int z() {
        return BlockIdx.z() * BlockDim.z() + ThreadIdx.z();
    }

    /** {@return number of threads along x over all blocks, the stride of a grid-stride loop} */
    public static int sizeX() {
        return GridDim.x() * BlockDim.x();
    }

    /** {@return number of threads along y over all blocks} */
    public static int sizeY() {
        return GridDim.y() * BlockDim.y();
    }

    /** {@return number of threads along z over all blocks} */
    public static int sizeZ() {
        return GridDim.z() * BlockDim.z();
    }
}
