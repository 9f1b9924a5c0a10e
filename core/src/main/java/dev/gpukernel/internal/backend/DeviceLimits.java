package dev.gpukernel.internal.backend;

/**
 * What a launch may ask for.
 *
 * @param threadsPerBlock most threads in a block
 * @param blockX most threads along x in a block
 * @param blockY most threads along y in a block
 * @param blockZ most threads along z in a block
 * @param gridX most blocks along x
 * @param gridY most blocks along y
 * @param gridZ most blocks along z
 * @param sharedBytesPerBlock most bytes of shared memory for a block
 * @param multiprocessors number of multiprocessors, or of cores of a CPU
 * @param blocksMayWait whether the blocks of a launch may wait for each other
 */
public record DeviceLimits(
        int threadsPerBlock,
        int blockX,
        int blockY,
        int blockZ,
        int gridX,
        int gridY,
        int gridZ,
        int sharedBytesPerBlock,
        int multiprocessors,
        boolean blocksMayWait) {}
