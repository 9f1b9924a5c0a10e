package dev.gpukernel.device;

import java.lang.invoke.VarHandle;

/**
 * The position of the running thread in the whole grid, the grid's size in threads, and its barrier.
 *
 * <p>Each method reads the thread's state once, since that read is what an index costs on the CPU.
 */
public final class Grid {
    private Grid() {}

    /**
     * Waits until every thread of the grid that has not returned is here. What any thread wrote before, every thread reads
     * after. CUDA's {@code cooperative_groups::this_grid().sync()}, Numba's {@code cuda.cg.this_grid().sync()}.
     *
     * <p>All blocks of the grid must fit on the device at once; a launch of more is refused, and told the most.
     */
    public static void sync() {
        ThreadState.together("Grid.sync").meetGrid();
    }

    /**
     * Orders what this thread does in memory, as all threads of the grid see it: what it read and wrote before comes before what it
     * reads and writes after. It waits for no other thread. CUDA's {@code __threadfence()}, Numba's {@code cuda.threadfence()}.
     *
     * <p>With it, an atomic operation tells others that something is there: store it, {@code Grid.fence()}, then the atomic
     * operation. Whoever has seen the atomic operation by one of its own calls {@code Grid.fence()} too before it reads.
     */
    public static void fence() {
        VarHandle.fullFence();
    }

    /** {@return index of this thread along x over all blocks: {@code blockIdx.x * blockDim.x + threadIdx.x}} */
    public static int x() {
        ThreadState state = ThreadState.current();
        return state.blockX * state.blockDimX + state.threadX;
    }

    /**
     * {@return the same as a {@code long}} A kernel that asks for it, and not for {@link #x()} or {@link #sizeX()}, may be launched with 2^31
     * threads along x and more.
     */
    public static long xLong() {
        ThreadState state = ThreadState.current();
        return (long) state.blockX * state.blockDimX + state.threadX;
    }

    /** {@return index of this thread along y over all blocks} */
    public static int y() {
        ThreadState state = ThreadState.current();
        return state.blockY * state.blockDimY + state.threadY;
    }

    /** {@return index of this thread along z over all blocks} */
    public static int z() {
        ThreadState state = ThreadState.current();
        return state.blockZ * state.blockDimZ + state.threadZ;
    }

    /** {@return number of threads along x over all blocks, the stride of a grid-stride loop} */
    public static int sizeX() {
        ThreadState state = ThreadState.current();
        return state.gridDimX * state.blockDimX;
    }

    /** {@return the same as a {@code long}, the stride of a grid-stride loop over one} */
    public static long sizeXLong() {
        ThreadState state = ThreadState.current();
        return (long) state.gridDimX * state.blockDimX;
    }

    /** {@return number of threads along y over all blocks} */
    public static int sizeY() {
        ThreadState state = ThreadState.current();
        return state.gridDimY * state.blockDimY;
    }

    /** {@return number of threads along z over all blocks} */
    public static int sizeZ() {
        ThreadState state = ThreadState.current();
        return state.gridDimZ * state.blockDimZ;
    }
}
