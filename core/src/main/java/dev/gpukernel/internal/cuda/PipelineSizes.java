package dev.gpukernel.internal.cuda;

/**
 * Sizes of a pipeline of copies.
 *
 * @param threads how many move bytes between heap and pinned memory at once
 * @param chunkBytes how many bytes move at once at most
 * @param chunks how many chunks there are for each way at most, as many as threads at least
 */
record PipelineSizes(int threads, int chunkBytes, int chunks) {
    private static final int MOST_THREADS = 16;

    /**
     * One processor of so many is left to others. On two H200 with 16 processors each, a loop over 2^26 floats there and back took 9.1
     * and 10.0 to 10.7 ms with 12 threads, 10.2 to 11.3 and 10.5 to 10.9 with 16; copies one way took the same.
     */
    private static final int PROCESSORS_BY_ONE_LEFT = 4;

    /**
     * On an H100, a loop over 2^26 floats there and back took 9.8 ms with 4 MiB and 24 chunks, 16.6 with 2 MiB and 16.8 with 1 MiB; copies
     * one way took the same.
     */
    private static final int CHUNK_BYTES = 4 << 20;

    /** As many chunks as threads at least, and so many that some are on their way while others are filled or emptied. */
    private static final int CHUNKS = 24;

    /** At the beginning and the end such a part of a chunk moves at once, so that the other side begins soon, and ends soon after. */
    private static final int LEAST_PARTS = 4;

    /** What moves at once is such a part of all before and of all after. */
    private static final int NEARER = 4;

    private static volatile PipelineSizes usual =
            new PipelineSizes(threads(Runtime.getRuntime().availableProcessors()), CHUNK_BYTES, CHUNKS);

    private static int threads(int processors) {
        return Math.min(MOST_THREADS, processors - processors / PROCESSORS_BY_ONE_LEFT);
    }

    /** {@return the sizes of this process} */
    static PipelineSizes usual() {
        return usual;
    }

    /** Sets the sizes of this process, for tests, before the first copy. */
    static void use(PipelineSizes sizes) {
        usual = sizes;
    }

    /** {@return how many chunks a copy of some bytes needs} */
    int chunks(long bytes) {
        return (int) Math.min(chunks, Math.ceilDiv(bytes, leastBytes()));
    }

    private int leastBytes() {
        return chunkBytes / LEAST_PARTS;
    }

    /**
     * Tells how many bytes to move at once, which are a multiple of those of every kind of element.
     *
     * @param near how many bytes were moved before, or are left, whichever is less
     */
    int bytesAtOnce(long near) {
        return Math.clamp(near / NEARER / leastBytes() * leastBytes(), leastBytes(), chunkBytes);
    }
}
