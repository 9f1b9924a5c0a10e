package dev.gpukernel.device;

/** How a block of any shape falls into warps. */
final class BlockShape {
    private BlockShape() {}

    /** {@return number of this thread in its block, x running fastest} */
    static int thread() {
        return (ThreadIdx.z() * BlockDim.y() + ThreadIdx.y()) * BlockDim.x() + ThreadIdx.x();
    }

    /** {@return number of threads in a block} */
    static int threads() {
        return BlockDim.x() * BlockDim.y() * BlockDim.z();
    }

    /** {@return number of this thread's warp in its block} */
    static int warp() {
        return thread() / Warp.size();
    }

    /** {@return number of warps in a block} */
    static int warps() {
        return (threads() + Warp.size() - 1) / Warp.size();
    }

    /** {@return number of lanes of this thread's warp: 32, but for the last warp of a block} */
    static int lanes() {
        return Math.min(Warp.size(), threads() - warp() * Warp.size());
    }
}
