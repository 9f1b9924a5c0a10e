package dev.gpukernel.internal.backend;

import dev.gpukernel.internal.ir.ElementType;

/**
 * An array on a device. Copies are of elements, between its start and that of a host array of the same element type: an array of primitives,
 * a {@link RowArray}, or a {@link SegmentArray} where the device copies these.
 */
public interface Memory extends AutoCloseable {
    /** In bytes: a part of an array begins at a multiple of it, so that vectors of elements are aligned there as in the whole. */
    int PART_ALIGNMENT = 256;

    ElementType element();

    long length();

    /**
     * Copies a whole host array of the same length here, after what is enqueued on the stream. The host array may change as
     * soon as this returns.
     */
    void copyFrom(Object hostArray, Stream stream);

    /** Copies everything to a host array of the same length, after what is enqueued on the stream; done when it returns. */
    void copyTo(Object hostArray, Stream stream);

    /**
     * Copies some elements here, after what is enqueued on the stream. The host array may change as soon as this returns.
     *
     * @param hostArray an array of the same element type, of any length
     * @param hostFrom where they are there
     * @param from where they go
     * @param count how many
     * @param stream where
     */
    void copyFrom(Object hostArray, long hostFrom, long from, long count, Stream stream);

    /**
     * Copies some elements to a host array, after what is enqueued on the stream; done when it returns.
     *
     * @param hostArray an array of the same element type, of any length
     * @param hostFrom where they go there
     * @param from where they are
     * @param count how many
     * @param stream where
     */
    void copyTo(Object hostArray, long hostFrom, long from, long count, Stream stream);

    /**
     * Takes this for a part of a longer array, for kernels that touch nothing else of that. Its first element then has another index,
     * and so have copies. The memory stays whose it is: closing the part closes nothing.
     *
     * @param from index of the first element, at a multiple of {@link #PART_ALIGNMENT} bytes in the longer array
     * @param wholeLength what the array's length is said to be
     * @return the longer array, of which only the part is there
     * @throws UnsupportedOperationException if the device has no {@link Device#pieceBytes()}
     */
    default Memory asPart(long from, long wholeLength) {
        throw new UnsupportedOperationException();
    }

    /**
     * Takes some elements for an array of its own: what changes one changes the other. The memory stays whose it is: closing the slice
     * closes nothing.
     *
     * @param from index of the first element
     * @param count how many, within this array
     * @return the slice
     * @throws UnsupportedOperationException if it is no array of {@link Device#allocate}
     */
    default Memory slice(long from, long count) {
        throw new UnsupportedOperationException();
    }

    /**
     * Copies all of another array on the same device here, after what is enqueued on the stream.
     *
     * @param other memory of the same device, of the same element type and length
     * @param stream where
     */
    void copyFrom(Memory other, Stream stream);

    /** {@return whether its elements have an address that others in the process can use} */
    default boolean hasAddress() {
        return false;
    }

    /**
     * {@return where its first element is}
     *
     * @throws UnsupportedOperationException if it has no {@linkplain #hasAddress() address}
     */
    default long address() {
        throw new UnsupportedOperationException();
    }

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
