package dev.gpukernel.internal.array.kernel;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;

/**
 * Products of matrices of doubles: each element is the chain {@code sum = Math.fma(left, right, sum)} in the order of the depth, from 0 on.
 *
 * <p>A block computes a tile of the product. It goes along the depth in steps of {@link #DEPTH}: what the next step needs of both matrices
 * is on its way from global memory to registers while the block works on what it has in shared memory, of which there are two copies. Each
 * thread keeps a part of the tile in registers, in pieces of {@link #VECTOR} rows and columns that are {@link #SIDE} of them apart, so that what it reads of
 * shared memory are vectors next to its neighbours'.
 */
final class DoubleProduct {
    private static final int THREADS = ProductTiles.THREADS;

    private static final int DEPTH = 8;

    /** Threads along a side of a tile. */
    private static final int SIDE = 16;

    /** Elements of a vector, and what keeps the columns of a tile in different banks. */
    private static final int VECTOR = 2;

    private DoubleProduct() {}

    /** Computes tiles of {@link ProductTiles#LARGE} rows and columns, one a block; the parameters are those of {@link #tile}. */
    @GpuKernel(blockSize = THREADS, checked = false)
    static void large(
            double[] left,
            double[] right,
            double[] out,
            Operand rows,
            Operand columns,
            Result result,
            int m,
            int n,
            int depth) {
        tile(left, right, out, rows, columns, result, m, n, depth, ProductTiles.LARGE, 8);
    }

    /** Computes tiles of {@link ProductTiles#SMALL} rows and columns, one a block; the parameters are those of {@link #tile}. */
    @GpuKernel(blockSize = THREADS, checked = false)
    static void small(
            double[] left,
            double[] right,
            double[] out,
            Operand rows,
            Operand columns,
            Result result,
            int m,
            int n,
            int depth) {
        tile(left, right, out, rows, columns, result, m, n, depth, ProductTiles.SMALL, 4);
    }

    /**
     * Computes a tile. Rows and columns beyond the matrices' are computed of the last ones and not stored.
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
     */
    private static void tile(
            double[] left,
            double[] right,
            double[] out,
            Operand rows,
            Operand columns,
            Result result,
            int m,
            int n,
            int depth,
            int size,
            int own) {
        int pitch = size + VECTOR;
        int step = DEPTH * pitch;
        int each = size * DEPTH / THREADS;
        double[] lefts = Shared.doubles(2 * DEPTH * (size + VECTOR));
        double[] rights = Shared.doubles(2 * DEPTH * (size + VECTOR));
        int thread = ThreadIdx.x();
        int rowsOfTiles = (m + size - 1) / size;
        int columnsOfTiles = (n + size - 1) / size;
        int batch = BlockIdx.x() / (rowsOfTiles * columnsOfTiles);
        int tile = BlockIdx.x() - batch * (rowsOfTiles * columnsOfTiles);
        int firstRow = Tiles.row(tile, rowsOfTiles, columnsOfTiles) * size;
        int firstColumn = Tiles.column(tile, rowsOfTiles, columnsOfTiles) * size;

        // Neighbouring threads read neighbours in memory, if there are any.
        boolean alongRow = rows.depth() == 1;
        int leftDepth = alongRow ? thread % DEPTH : thread / size;
        int leftLine = alongRow ? thread / DEPTH : thread % size;
        boolean alongColumn = columns.depth() == 1;
        int rightDepth = alongColumn ? thread % DEPTH : thread / size;
        int rightLine = alongColumn ? thread / DEPTH : thread % size;
        int leftLines = alongRow ? THREADS / DEPTH : 0;
        int leftDepths = alongRow ? 0 : THREADS / size;
        int rightLines = alongColumn ? THREADS / DEPTH : 0;
        int rightDepths = alongColumn ? 0 : THREADS / size;
        int leftFrom = rows.offset() + batch * rows.batch();
        int rightFrom = columns.offset() + batch * columns.batch();

        double[] nextLeft = new double[each];
        double[] nextRight = new double[each];
        double[] sums = new double[own * own];
        double[] one = new double[own];
        double[] other = new double[own];
        int row = thread / SIDE * VECTOR;
        int column = thread % SIDE * VECTOR;
        for (int from = -DEPTH; from < depth; from += DEPTH) {
            int next = from + DEPTH;
            if (next < depth) {
                for (int i = 0; i < each; i++) {
                    int line = Math.min(firstRow + leftLine + i * leftLines, m - 1);
                    int at = next + leftDepth + i * leftDepths;
                    double value = left[leftFrom + line * rows.line() + Math.min(at, depth - 1) * rows.depth()];
                    // What adds -0 changes nothing, not even a sum of -0.
                    nextLeft[i] = at < depth ? value : -0d;
                }
                for (int i = 0; i < each; i++) {
                    int line = Math.min(firstColumn + rightLine + i * rightLines, n - 1);
                    int at = next + rightDepth + i * rightDepths;
                    double value = right[rightFrom + line * columns.line() + Math.min(at, depth - 1) * columns.depth()];
                    nextRight[i] = at < depth ? value : 0d;
                }
            }
            if (from >= 0) {
                for (int k = 0; k < DEPTH; k++) {
                    int at = (from / DEPTH & 1) * step + k * pitch;
                    for (int i = 0; i < own; i++) {
                        one[i] = lefts[at + row + i / VECTOR * (SIDE * VECTOR) + i % VECTOR];
                        other[i] = rights[at + column + i / VECTOR * (SIDE * VECTOR) + i % VECTOR];
                    }
                    for (int i = 0; i < own; i++) {
                        for (int j = 0; j < own; j++) {
                            sums[i * own + j] = Math.fma(one[i], other[j], sums[i * own + j]);
                        }
                    }
                }
            }
            if (next < depth) {
                int buffer = (next / DEPTH & 1) * step;
                for (int i = 0; i < each; i++) {
                    lefts[buffer + (leftDepth + i * leftDepths) * pitch + leftLine + i * leftLines] = nextLeft[i];
                    rights[buffer + (rightDepth + i * rightDepths) * pitch + rightLine + i * rightLines] = nextRight[i];
                }
                Block.sync();
            }
        }
        for (int i = 0; i < own; i++) {
            int atRow = firstRow + row + i / VECTOR * (SIDE * VECTOR) + i % VECTOR;
            for (int j = 0; j < own; j++) {
                int atColumn = firstColumn + column + j / VECTOR * (SIDE * VECTOR) + j % VECTOR;
                if (atRow < m && atColumn < n) {
                    out[result.offset() + batch * result.batch() + atRow * n + atColumn] = sums[i * own + j];
                }
            }
        }
    }
}
