package dev.gpukernel.internal.backend;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ElementType;
import java.util.function.LongConsumer;

/** What a device has in common with other libraries of the process, and with other processes. */
public interface Sharing {
    /** How long a handle is with which another process opens memory. */
    int HANDLE_BYTES = 64;

    /** {@return the device} */
    DeviceInfo device();

    /**
     * Takes memory that somebody else allocated for an array. It is freed by nobody here.
     *
     * @param element what it holds
     * @param address where it begins, at a multiple of an element's size
     * @param length number of elements, at least 1
     * @param stream a stream of the device
     * @return the memory
     * @throws IllegalArgumentException if the device cannot use it
     */
    default Memory memory(ElementType element, long address, long length, Stream stream) {
        throw missing("memory that others use");
    }

    /**
     * Takes a stream that somebody else made. Closing it does not destroy it.
     *
     * @param handle its name, as the driver has it
     * @throws IllegalArgumentException if it is none of the device
     */
    default Stream stream(long handle) {
        throw missing("streams that others use");
    }

    /** {@return the name of a stream, as the driver has it} */
    default long handle(Stream stream) {
        throw missing("streams that others use");
    }

    /** Lets others give work to a stream, by its name, in a thread that is ready for calls of the driver. */
    default void enqueue(Stream stream, LongConsumer work) {
        throw missing("streams that others use");
    }

    /** Runs something in a thread of another library, which finds its own state again after that. */
    default void inThreadOfOthers(Runnable body) {
        body.run();
    }

    /** {@return the address of new memory of any content that other processes can open} */
    default long allocate(long bytes) {
        throw missing("memory that other processes open");
    }

    /** Frees what {@link #allocate} gave for as many bytes, once nothing uses it. */
    default void free(long address, long bytes) {
        throw missing("memory that other processes open");
    }

    /** {@return what another process opens memory with that {@link #allocate} gave} */
    default byte[] handle(long address) {
        throw missing("memory that other processes open");
    }

    /** {@return the address here of memory of another process} */
    default long open(byte[] handle) {
        throw missing("memory that other processes open");
    }

    /** Ends what began with {@link #open}, once nothing uses it. */
    default void close(long address) {
        throw missing("memory that other processes open");
    }

    private GpuException missing(String what) {
        return new GpuException(Message.SHARING_UNSUPPORTED, device(), what);
    }
}
