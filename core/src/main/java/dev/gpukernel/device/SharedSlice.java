package dev.gpukernel.device;

/** What is checked of a slice of dynamic shared memory. An ordinary device function, the same on every backend. */
public final class SharedSlice {
    private SharedSlice() {}

    /**
     * Throws unless the slice exists.
     *
     * @param byteOffset where it begins
     * @param length number of elements
     * @param elementBytes size of an element
     * @param available bytes of dynamic shared memory that the launch gives a block
     * @throws IndexOutOfBoundsException if it is not within that memory, or not aligned to its elements
     */
    public static void check(int byteOffset, int length, int elementBytes, int available) {
        if (byteOffset % elementBytes != 0) {
            throw new IndexOutOfBoundsException(
                    "Offset " + byteOffset + " in shared memory is not a multiple of " + elementBytes);
        }
        if (byteOffset < 0 || length < 0) {
            throw new IndexOutOfBoundsException("Slice of " + length + " elements at offset " + byteOffset);
        }
        long end = byteOffset + (long) length * elementBytes;
        if (end > available) {
            throw new IndexOutOfBoundsException("Slice ends at byte " + end + " of " + available
                    + " bytes of shared memory; pass more to Launch.sharedBytes");
        }
    }
}
