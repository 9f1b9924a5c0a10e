package dev.gpukernel.internal.intrinsic;

/**
 * What is checked of a slice of dynamic shared memory, in Java: the front end translates this method before it takes the slice.
 * The same as {@link dev.gpukernel.device.Shared} does on the CPU.
 */
public final class DynamicSlice {
    /** The name of the method. */
    public static final String CHECK = "check";

    private DynamicSlice() {}

    /**
     * Ends the thread unless the slice exists.
     *
     * @param byteOffset where it begins
     * @param length number of elements
     * @param bytes size of an element
     * @param available bytes that the launch gives the block
     */
    public static void check(int byteOffset, int length, int bytes, int available) {
        if (byteOffset % bytes != 0) {
            throw new IndexOutOfBoundsException(
                    "Offset " + byteOffset + " of shared memory is not a multiple of " + bytes);
        }
        if (byteOffset < 0 || length < 0) {
            throw new IndexOutOfBoundsException("Slice of " + length + " elements at offset " + byteOffset);
        }
        long end = byteOffset + (long) length * bytes;
        if (end > available) {
            throw new IndexOutOfBoundsException("Slice ends at byte " + end + " of " + available
                    + " bytes of shared memory; raise sharedBytes of the launch");
        }
    }
}
