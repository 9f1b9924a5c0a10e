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

    /** {@return a launch plan: what takes arguments and launches, again and again} */
    Invocation newInvocation();

    /** Unloads it. */
    @Override
    void close();
}
