package dev.gpukernel.internal.cuda;

/**
 * Sizes of a pipeline of copies.
 *
 * @param threads how many move bytes between heap and pinned memory at once
 * @param there of the chunks that go to the device
 * @param back of those that come back
 */
record PipelineSizes(int threads, Way there, Way back) {
    private static final int MOST_THREADS = 16;

    /**
     * One processor of so many is left to others. On two H200 with 16 processors each, a loop over 2^26 floats there and back took 9.1
     * and 10.0 to 10.7 ms with 12 threads, 10.2 to 11.3 and 10.5 to 10.9 with 16; copies one way took the same.
     */
    private static final int PROCESSORS_BY_ONE_LEFT = 4;

    /**
     * From 2.5 MiB on, the JVM copies past the caches where vectors have 64 bytes, which the way to the heap needs: it is not read again.
     * On an H100, a loop over 2^26 floats there and back took 9.8 ms with 4 MiB, 16.6 with 2 MiB and 16.8 with 1 MiB; copies one way took
     * the same.
     */
    private static final int CHUNK_BYTES = 4 << 20;

    /** One on its way while the thread fills or empties the other one. */
    private static final int CHUNKS = 2;

    /** At the beginning and the end such a part of a chunk moves at once, so that the other side begins soon, and ends soon after. */
    private static final int LEAST_PARTS = 4;

    /** What moves at once is such a part of all before and of all after. */
    private static final int NEARER = 4;

    private static volatile PipelineSizes usual = new PipelineSizes(
            threads(Runtime.getRuntime().availableProcessors()),
            new Way(CHUNK_BYTES, CHUNKS),
            new Way(CHUNK_BYTES, CHUNKS));

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

    /**
     * Sizes of one way.
     *
     * @param chunkBytes how many bytes move at once at most
     * @param chunks how many chunks a thread has at most
     */
    record Way(int chunkBytes, int chunks) {
        /** {@return how many copies some bytes are at most} */
        long copies(long bytes) {
            return Math.ceilDiv(bytes, leastBytes());
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
}
