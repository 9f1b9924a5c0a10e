package dev.gpukernel.internal.backend;

/** A kernel compiled and loaded for a device. Usable from several threads. */
public interface Executable extends AutoCloseable {
    /** {@return the generated code, or a sentence that says what runs instead} */
    String code();

    /** {@return registers that each thread takes, or -1 where there is no such number} */
    int registers();

    /** {@return a good number of threads per block} */
    int suggestedBlockSize();

    /** {@return most threads per block it can be launched with} */
    int maxThreadsPerBlock();

    /** {@return bytes of shared memory that each block takes, without those that a launch asks for} */
    default long sharedBytes() {
        return 0;
    }

    /**
     * How many blocks can be launched that wait for each other.
     *
     * @param threads threads in each
     * @param sharedBytes bytes of shared memory that the launch asks for
     * @return the most of them, any number if they do not wait for each other
     */
    default long mostBlocks(int threads, int sharedBytes) {
        return Long.MAX_VALUE;
    }

    /** {@return a launch plan: what takes arguments and launches, again and again} */
    Invocation newInvocation();

    /** Unloads it. */
    @Override
    void close();
}
