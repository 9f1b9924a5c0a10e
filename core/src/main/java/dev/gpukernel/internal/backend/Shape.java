package dev.gpukernel.internal.backend;

/**
 * The shape of a launch.
 *
 * @param gridX blocks along x
 * @param gridY blocks along y
 * @param gridZ blocks along z
 * @param blockX threads per block along x
 * @param blockY threads per block along y
 * @param blockZ threads per block along z
 * @param sharedBytes bytes of dynamic shared memory per block
 */
public record Shape(int gridX, int gridY, int gridZ, int blockX, int blockY, int blockZ, int sharedBytes) {
    /** A single thread. */
    public static final Shape ONE_THREAD = new Shape(1, 1, 1, 1, 1, 1, 0);

    /** {@return threads in a block} */
    public long threadsPerBlock() {
        return (long) blockX * blockY * blockZ;
    }

    /** {@return blocks in the grid} */
    public long blocks() {
        return (long) gridX * gridY * gridZ;
    }
}
