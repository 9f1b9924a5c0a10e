package dev.gpukernel.internal.array.kernel;

/**
 * In which order the blocks of a product take its tiles: band by band of a few rows of tiles, and column by column in each. Blocks that run at
 * the same time so have few rows and columns of tiles together, which are in the cache for each other.
 */
final class Tiles {
    private static final int BAND = 8;

    private Tiles() {}

    /**
     * {@return the row of a block's tile}
     *
     * @param block number of the block
     * @param rows rows of tiles
     * @param columns columns of tiles
     */
    static int row(int block, int rows, int columns) {
        int band = block / (BAND * columns);
        return band * BAND + (block - band * BAND * columns) % Math.min(BAND, rows - band * BAND);
    }

    /**
     * {@return the column of a block's tile}
     *
     * @param block number of the block
     * @param rows rows of tiles
     * @param columns columns of tiles
     */
    static int column(int block, int rows, int columns) {
        int band = block / (BAND * columns);
        return (block - band * BAND * columns) / Math.min(BAND, rows - band * BAND);
    }
}
