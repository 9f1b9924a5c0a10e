package dev.gpukernel.internal.backend;

import dev.gpukernel.internal.ir.ElementType;

/** An array on a device. Copies are of elements, between its start and that of a host array of the same element type. */
public interface Memory extends AutoCloseable {
    ElementType element();

    int length();

    /**
     * Copies a whole host array of the same length here, after what is enqueued on the stream. The host array may change as
     * soon as this returns.
     */
    void copyFrom(Object hostArray, Stream stream);

    /** Copies everything to a host array of the same length, after what is enqueued on the stream; done when it returns. */
    void copyTo(Object hostArray, Stream stream);

    /**
     * Copies one element here, after what is enqueued on the stream.
     *
     * @param one a host array of one element
     * @param index which element it becomes
     */
    void copyFrom(Object one, int index, Stream stream);

    /**
     * Copies one element to a host array, after what is enqueued on the stream; done when it returns.
     *
     * @param one a host array of one element
     * @param index which element to copy
     */
    void copyTo(Object one, int index, Stream stream);

    /**
     * Copies all of another array on the same device here, after what is enqueued on the stream.
     *
     * @param other memory of the same device, of the same element type and length
     * @param stream where
     */
    void copyFrom(Memory other, Stream stream);

    /**
     * Waits for the kernels that the contents follow from, and takes their faults: each is thrown once. Does nothing where kernels
     * are done, and have thrown, when their launch returns.
     *
     * @param stream a stream of the device, whose print-outs are printed
     * @throws KernelFault the first of these faults, the others as suppressed exceptions of it
     */
    default void settle(Stream stream) throws KernelFault {}

    /** Sets every element to zero, after what is enqueued on the stream. */
    void clear(Stream stream);

    /**
     * Frees the memory after what is enqueued on the stream. Called once, from any thread.
     *
     * @param stream the stream that used it last
     */
    void free(Stream stream);

    /** Frees the memory when nothing on the device uses it any more. */
    @Override
    void close();
}
