package dev.gpukernel.internal.cuda;

/**
 * Sizes of a pipeline of copies. Those that a property names are there to be measured.
 *
 * @param threads how many move bytes between heap and pinned memory at once
 * @param chunkBytes how many bytes move at once
 * @param chunks how many chunks there are for each way
 */
record PipelineSizes(int threads, int chunkBytes, int chunks) {
    private static final int MOST_THREADS = 16;
    private static final int CHUNK = 4 << 20;

    /** At least so many chunks, so that some are on their way while others are filled or emptied. */
    private static final int LEAST_CHUNKS = 16;

    /** The sizes of this process. */
    static final PipelineSizes USUAL = usual();

    private static PipelineSizes usual() {
        int cores = Runtime.getRuntime().availableProcessors();
        int threads = Math.max(1, Integer.getInteger("gpukernel.pipeline.threads", Math.min(MOST_THREADS, cores)));
        int bytes = Math.max(1 << 12, Integer.getInteger("gpukernel.pipeline.chunk", CHUNK));
        int chunks = Math.max(threads, Integer.getInteger("gpukernel.pipeline.chunks", LEAST_CHUNKS));
        return new PipelineSizes(threads, bytes, chunks);
    }
}
