package dev.gpukernel;

/**
 * An array that stays on a device. Launchers that take it move nothing.
 *
 * <p>Close it when it is no longer needed; one that becomes unreachable is freed some time later. Copies to the host wait for the
 * kernels that the contents follow from, and throw what one of them threw, once. Usable from several threads: whatever writes the
 * array comes after everything before that uses it, and what only reads it runs side by side, whatever the streams are. An exception
 * of a kernel whose arrays were all closed before anything waited for it is logged.
 *
 * @param <A> type of the corresponding host array, such as {@code float[]}
 */
public interface GpuArray<A> extends AutoCloseable {
    /** {@return number of elements} */
    int length();

    /** {@return class of the corresponding host array, such as {@code float[].class}} */
    Class<A> type();

    /** {@return the device it is on} */
    Gpu device();

    /**
     * Copies the whole array to the host.
     *
     * @param host where to, of the same length
     * @throws IllegalArgumentException if the lengths differ
     * @throws IllegalStateException if this array is closed
     */
    void copyTo(A host);

    /**
     * Replaces the whole contents by those of a host array.
     *
     * @param host where from, of the same length
     * @throws IllegalArgumentException if the lengths differ
     * @throws IllegalStateException if this array is closed
     */
    void copyFrom(A host);

    /**
     * Copies the whole array to a new host array.
     *
     * @return the host array
     * @throws IllegalStateException if this array is closed
     */
    A toHost();

    /** {@return whether it was closed} */
    boolean isClosed();

    /** Frees the device memory once the kernels launched on it are done. Closing again does nothing. */
    @Override
    void close();
}
