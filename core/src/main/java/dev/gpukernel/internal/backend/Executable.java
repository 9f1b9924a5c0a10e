package dev.gpukernel.internal.backend;

/** A kernel compiled and loaded for a device. Usable from several threads. */
public interface Executable extends AutoCloseable {
    /** {@return the generated code, or a sentence that says what runs instead} */
    String code();

    /** {@return registers that each thread takes, or -1 where there is no such number} */
    int registers();

    /**
     * A good number of threads per block.
     *
     * @param sharedBytes bytes of shared memory that the launch asks for, no more than the device has beside {@link #sharedBytes()}
     * @return the number
     */
    int suggestedBlockSize(int sharedBytes);

    /** {@return most threads per block it can be launched with} */
    int maxThreadsPerBlock();

    /** {@return bytes of shared memory that each block takes, without those that a launch asks for} */
    default long sharedBytes() {
        return 0;
    }

    /** {@return whether its blocks wait for each other} */
    default boolean waitsForGrid() {
        return false;
    }

    /**
     * How many blocks can be launched that wait for each other. Asked only if {@link #waitsForGrid()}.
     *
     * @param threads threads in each
     * @param sharedBytes bytes of shared memory that the launch asks for
     * @return the most of them
     */
    default long mostBlocks(int threads, int sharedBytes) {
        return Long.MAX_VALUE;
    }

    /** {@return whether it runs the kernel's method itself} */
    default boolean runsMethod() {
        return false;
    }

    /** {@return a launch plan: what takes arguments and launches, again and again} */
    Invocation newInvocation();

    /** Unloads it. */
    @Override
    void close();
}
