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
    private static final int CHUNK = 1 << 20;

    /** Beside those that threads fill or empty, so many are on their way. */
    private static final int ON_THE_WAY = 8;

    /** The sizes of this process. */
    static final PipelineSizes USUAL = usual();

    private static PipelineSizes usual() {
        int cores = Runtime.getRuntime().availableProcessors();
        int threads = Math.max(1, Integer.getInteger("gpukernel.pipeline.threads", Math.min(MOST_THREADS, cores)));
        int bytes = Math.max(1 << 12, Integer.getInteger("gpukernel.pipeline.chunk", CHUNK));
        int chunks = Math.max(threads, Integer.getInteger("gpukernel.pipeline.chunks", threads + ON_THE_WAY));
        return new PipelineSizes(threads, bytes, chunks);
    }
}
