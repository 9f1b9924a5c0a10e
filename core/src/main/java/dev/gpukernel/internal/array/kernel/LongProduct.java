package dev.gpukernel.internal.array.kernel;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;

/**
 * Products of matrices of longs: each element is the sum of products along the depth.
 *
 * <p>A block computes a tile of the product. It goes along the depth in steps: what the next step needs of both matrices is on its way from
 * global memory to registers while the block works on what it has in shared memory, of which there are two copies. Each thread keeps a part of
 * the tile in registers, in pieces of {@link #VECTOR} rows and columns that are {@link #SIDE} of them apart, so that what it reads of shared
 * memory are vectors next to its neighbours'.
 */
final class LongProduct {
    private static final int THREADS = ProductTiles.THREADS;
    private static final int DEPTH = Panel.DEPTH;

    /** Threads along a side of a tile. */
    private static final int SIDE = 16;

    /** Elements of a vector, and what keeps the columns of a tile in different banks. */
    private static final int VECTOR = 2;

    private LongProduct() {}

    /** Computes tiles of {@link ProductTiles#LARGE} rows and columns of products that have as many; the parameters are those of {@link #tile}. */
    @GpuKernel(blockSize = THREADS, checked = false)
    static void large(
            long[] left,
            long[] right,
            long[] out,
            Operand rows,
            Operand columns,
            Result result,
            int m,
            int n,
            int depth) {
        tile(left, right, out, rows, columns, result, m, n, depth, ProductTiles.LARGE, 8, true);
    }

    /** Computes tiles of {@link ProductTiles#SMALL} rows and columns of products that have as many. */
    @GpuKernel(blockSize = THREADS, checked = false)
    static void small(
            long[] left,
            long[] right,
            long[] out,
            Operand rows,
            Operand columns,
            Result result,
            int m,
            int n,
            int depth) {
        tile(left, right, out, rows, columns, result, m, n, depth, ProductTiles.SMALL, 4, true);
    }

    /** Computes tiles of {@link ProductTiles#SMALL} rows and columns of products that have fewer of the one or the other. */
    @GpuKernel(blockSize = THREADS, checked = false)
    static void narrow(
            long[] left,
            long[] right,
            long[] out,
            Operand rows,
            Operand columns,
            Result result,
            int m,
            int n,
            int depth) {
        tile(left, right, out, rows, columns, result, m, n, depth, ProductTiles.SMALL, 4, false);
    }

    /**
     * Computes a tile. The last ones begin where they end with the product, so that blocks may compute the same elements; where the product is
     * less than a tile, rows and columns beyond are computed of its last ones and not stored.
     *
     * @param left the left matrices
     * @param right the right matrices
     * @param out the products, row by row
     * @param rows where rows of the left matrices are
     * @param columns where columns of the right matrices are
     * @param result where the products are stored
     * @param m rows of each product
     * @param n columns of each product
     * @param depth columns of a left matrix, rows of a right one, at least 1
     * @param size rows and columns of a tile, a constant
     * @param own rows and columns of a tile that a thread computes, a constant
     * @param isWhole whether products have as many rows and columns as a tile, a constant
     */
    private static void tile(
            long[] left,
            long[] right,
            long[] out,
            Operand rows,
            Operand columns,
            Result result,
            int m,
            int n,
            int depth,
            int size,
            int own,
            boolean isWhole) {
        int pitch = size + VECTOR;
        long[] lefts = Shared.longs(2 * DEPTH * (size + VECTOR));
        long[] rights = Shared.longs(2 * DEPTH * (size + VECTOR));
        int rowsOfTiles = (m + size - 1) / size;
        int columnsOfTiles = (n + size - 1) / size;
        int batch = BlockIdx.x() / (rowsOfTiles * columnsOfTiles);
        int tile = BlockIdx.x() - batch * (rowsOfTiles * columnsOfTiles);
        int firstRow = Tiles.row(tile, rowsOfTiles, columnsOfTiles) * size;
        int firstColumn = Tiles.column(tile, rowsOfTiles, columnsOfTiles) * size;
        if (isWhole) {
            firstRow = Math.min(firstRow, m - size);
            firstColumn = Math.min(firstColumn, n - size);
        }
        Panel ofLeft = Panel.of(rows, batch, firstRow, m, size);
        Panel ofRight = Panel.of(columns, batch, firstColumn, n, size);
        long[] nextLeft = new long[size * DEPTH / THREADS];
        long[] nextRight = new long[size * DEPTH / THREADS];
        long[] sums = new long[own * own];
        long[] one = new long[own];
        long[] other = new long[own];
        int row = ThreadIdx.x() / SIDE * VECTOR;
        int column = ThreadIdx.x() % SIDE * VECTOR;
        fetch(left, nextLeft, ofLeft, 0, depth, isWhole);
        fetch(right, nextRight, ofRight, 0, depth, isWhole);
        put(nextLeft, lefts, ofLeft, 0, depth, pitch, 0);
        put(nextRight, rights, ofRight, 0, depth, pitch, 0);
        Block.sync();
        for (int from = 0; from < depth; from += DEPTH) {
            int next = from + DEPTH;
            if (next < depth) {
                fetch(left, nextLeft, ofLeft, next, depth, isWhole);
                fetch(right, nextRight, ofRight, next, depth, isWhole);
            }
            int buffer = buffer(from, pitch);
            for (int k = 0; k < DEPTH; k++) {
                int at = buffer + k * pitch;
                for (int i = 0; i < own; i++) {
                    one[i] = lefts[at + row + i / VECTOR * (SIDE * VECTOR) + i % VECTOR];
                    other[i] = rights[at + column + i / VECTOR * (SIDE * VECTOR) + i % VECTOR];
                }
                for (int i = 0; i < own; i++) {
                    for (int j = 0; j < own; j++) {
                        sums[i * own + j] += one[i] * other[j];
                    }
                }
            }
            if (next < depth) {
                put(nextLeft, lefts, ofLeft, next, depth, pitch, 0);
                put(nextRight, rights, ofRight, next, depth, pitch, 0);
                Block.sync();
            }
        }
        int target = result.offset() + batch * result.batch();
        for (int i = 0; i < own; i++) {
            int atRow = firstRow + row + i / VECTOR * (SIDE * VECTOR) + i % VECTOR;
            for (int j = 0; j < own; j++) {
                int atColumn = firstColumn + column + j / VECTOR * (SIDE * VECTOR) + j % VECTOR;
                if (isWhole || (atRow < m && atColumn < n)) {
                    out[target + atRow * n + atColumn] = sums[i * own + j];
                }
            }
        }
    }

    /** {@return where in shared memory a step's elements are, which is known to be a multiple of a vector's size} */
    private static int buffer(int from, int pitch) {
        return (from / DEPTH & 1) * (DEPTH * pitch);
    }

    /** Starts to read what a step needs. Nothing is done with it here, so that nothing waits for it. */
    private static void fetch(long[] matrices, long[] fetched, Panel panel, int from, int depth, boolean isWhole) {
        if (isWhole && from + DEPTH <= depth) {
            int place = panel.place(from);
            int step = panel.step();
            for (int i = 0; i < fetched.length; i++) {
                fetched[i] = matrices[place + i * step];
            }
        } else {
            for (int i = 0; i < fetched.length; i++) {
                fetched[i] = matrices[panel.clamped(i, from, depth)];
            }
        }
    }

    private static void put(long[] fetched, long[] shared, Panel panel, int from, int depth, int pitch, long beyond) {
        int buffer = buffer(from, pitch);
        for (int i = 0; i < fetched.length; i++) {
            boolean isThere = from + panel.depth() + i * panel.depths() < depth;
            shared[buffer + panel.target(i, pitch)] = isThere ? fetched[i] : beyond;
        }
    }
}
