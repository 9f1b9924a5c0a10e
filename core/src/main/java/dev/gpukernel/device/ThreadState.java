package dev.gpukernel.device;

/**
 * Where a thread of the grid stands when a kernel runs on the CPU: what the bodies of the intrinsics read. One object per
 * worker, its fields moved on from one thread of the grid to the next. Set by the CPU backend, not by users.
 */
public final class ThreadState {
    /** The state of whatever this worker runs; bound once per worker. */
    public static final ScopedValue<ThreadState> CURRENT = ScopedValue.newInstance();

    /** Index of the thread in its block along x. */
    public int threadX;

    /** Index of the thread in its block along y. */
    public int threadY;

    /** Index of the thread in its block along z. */
    public int threadZ;

    /** Index of the block along x. */
    public int blockX;

    /** Index of the block along y. */
    public int blockY;

    /** Index of the block along z. */
    public int blockZ;

    /** Threads in a block along x. */
    public int blockDimX = 1;

    /** Threads in a block along y. */
    public int blockDimY = 1;

    /** Threads in a block along z. */
    public int blockDimZ = 1;

    /** Blocks in the grid along x. */
    public int gridDimX = 1;

    /** Blocks in the grid along y. */
    public int gridDimY = 1;

    /** Blocks in the grid along z. */
    public int gridDimZ = 1;

    /** Makes the state of the only thread of a grid of one. */
    public ThreadState() {}

    /**
     * The state of the thread of the grid that runs now.
     *
     * @return the state
     * @throws IllegalStateException if no kernel runs in this thread
     */
    static ThreadState current() {
        if (!CURRENT.isBound()) {
            throw new IllegalStateException("grid indices exist only inside a running kernel;"
                    + " launch the kernel instead of calling its method");
        }
        return CURRENT.get();
    }
}
