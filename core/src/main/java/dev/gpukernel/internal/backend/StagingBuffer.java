package dev.gpukernel.internal.backend;

import dev.gpukernel.internal.ir.ElementType;
import org.jspecify.annotations.Nullable;

/**
 * Memory of a device with a mirror on the host, for the small arrays of one launch at a time: together they go there in one copy and come
 * back in one, or threads read and write them in the mirror, and nothing is allocated. First come arrays that only go there, then those that come back too, then those that only come
 * back. For one thread at a time; whatever uses the arrays is done before the buffer is used again.
 */
public interface StagingBuffer {
    /** Arrays that need more bytes in all, each rounded up to {@link #ALIGNMENT}, do not fit. */
    int CAPACITY = 1 << 20;

    /** Every array starts at a multiple of so many bytes. */
    int ALIGNMENT = 256;

    /** {@link #clear Arrays may stay} on the host for a launch that moves no more bytes. */
    int MOST_TRAFFIC = 1 << 20;

    /**
     * Forgets all arrays.
     *
     * @param inPlace whether the next ones stay on the host, where the device reads and writes them, so that there is nothing to copy
     */
    void clear(boolean inPlace);

    /**
     * Adds an array.
     *
     * @param element what it holds
     * @param length number of elements
     * @param contents a host array of that length, which goes there; null if what is there does not matter
     * @param comesBack whether it comes back
     * @return the array as the device sees it; freeing it frees nothing
     */
    Memory add(ElementType element, long length, @Nullable Object contents, boolean comesBack);

    /** Enqueues the copy of what goes there, if there is one. */
    void upload(Stream stream);

    /** Enqueues the copy of what comes back, if there is one. */
    void download(Stream stream);

    /**
     * Takes what came back, once all that was enqueued is done.
     *
     * @param memory an array that comes back
     * @param hostArray where to, of the same length
     */
    void take(Memory memory, Object hostArray);
}
