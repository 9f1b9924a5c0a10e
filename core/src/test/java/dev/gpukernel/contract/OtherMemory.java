package dev.gpukernel.contract;

/** Memory that another library of the process allocates and uses. */
public interface OtherMemory {
    /** {@return the address of as many bytes, at a multiple of 64} */
    long allocate(long bytes);

    /** Gives memory back. */
    void free(long address);

    /** Sets bytes, in the order of a stream of the library's device; of the default stream, 0, when this returns. */
    void fill(long address, int value, long bytes, long stream);

    void write(long address, int[] values);

    /** {@return what is there, once everything is done that the device was given} */
    int[] read(long address, int length);
}
