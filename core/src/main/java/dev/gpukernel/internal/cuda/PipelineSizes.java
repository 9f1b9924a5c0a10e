package dev.gpukernel.internal.cuda;

/**
 * Sizes of a pipeline of copies.
 *
 * @param threads how many move bytes between heap and pinned memory at once
 * @param chunkBytes how many bytes move at once
 * @param chunks how many chunks there are for each way
 */
record PipelineSizes(int threads, int chunkBytes, int chunks) {
    private static final int MOST_THREADS = 16;
    private static final int CHUNK_BYTES = 4 << 20;

    /** As many chunks as threads at least, and so many that some are on their way while others are filled or emptied. */
    private static final int CHUNKS = 16;

    private static volatile PipelineSizes usual =
            new PipelineSizes(Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()), CHUNK_BYTES, CHUNKS);

    /** {@return the sizes of this process} */
    static PipelineSizes usual() {
        return usual;
    }

    /** Sets the sizes of this process, for tests, before the first copy. */
    static void use(PipelineSizes sizes) {
        usual = sizes;
    }
}
