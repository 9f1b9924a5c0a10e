package dev.gpukernel.samples;

/** The arrays of a sample do not fit into the heap that this JVM was given. */
final class HeapTooSmallException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final long MIB = 1 << 20;
    /** For everything that is not an array: a few regions of the collector and the program's own objects. */
    private static final long RESERVE = 128 * MIB;

    private HeapTooSmallException(String message) {
        super(message);
    }

    /**
     * Checks that arrays will fit, before time is spent on filling the first of them.
     *
     * @param arrays number of arrays
     * @param bytesPerArray size of each
     */
    static void check(int arrays, long bytesPerArray) {
        long needed = arrays * bytesPerArray + arrays * bytesPerArray / 32 + RESERVE;
        long available = Runtime.getRuntime().maxMemory();
        if (needed > available) {
            throw new HeapTooSmallException(
                    "%d arrays of %d bytes need a heap of %d MiB, but this JVM's is at most %d MiB; run it with -Xmx%dm"
                            .formatted(arrays, bytesPerArray, mebibytes(needed), available / MIB, mebibytes(needed)));
        }
    }

    private static long mebibytes(long bytes) {
        return Math.ceilDiv(bytes, MIB);
    }
}
