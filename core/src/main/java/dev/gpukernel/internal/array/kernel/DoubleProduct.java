package dev.gpukernel.internal.array.kernel;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import dev.gpukernel.device.Warp;
import dev.gpukernel.device.WarpProduct;

/**
 * Products of matrices of doubles: each element is the chain {@code sum = Math.fma(left, right, sum)} in the order of the depth, from 0
 * on.
 *
 * <p>A block computes a tile of the product. It goes along the depth in steps: what the next step needs of both matrices is on its way from
 * global memory to registers while the block works on what it has in shared memory, of which there are two copies. Each thread keeps a part of
 * the tile in registers, in pieces of {@link #VECTOR} rows and columns that are {@link #SIDE} of them apart, so that what it reads of shared
 * memory are vectors next to its neighbours'.
 */
final class DoubleProduct {
    private static final int THREADS = ProductTiles.THREADS;
    private static final int DEPTH = Panel.DEPTH;

    /** Threads along a side of a tile. */
    private static final int SIDE = 16;

    /** Elements of a vector, and what keeps the columns of a tile in different banks. */
    private static final int VECTOR = 2;

    /** What keeps the elements of {@link WarpProduct} that half a warp reads in different banks. */
    private static final int BANKS = 4;

    /** Warps beside each other in a tile, and lanes beside each other in a group of {@link WarpProduct}. */
    private static final int BESIDE = 4;

    private DoubleProduct() {}

    /** Computes tiles of {@link ProductTiles#LARGE} rows and columns of products that have as many; the parameters are those of {@link #tile}. */
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
        tile(left, right, out, rows, columns, result, m, n, depth, ProductTiles.LARGE, 8, true, false);
    }

    /** Computes tiles of {@link ProductTiles#SMALL} rows and columns of products that have as many. */
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
        tile(left, right, out, rows, columns, result, m, n, depth, ProductTiles.SMALL, 4, true, false);
    }

    /** Computes tiles of {@link ProductTiles#SMALL} rows and columns of products that have fewer of the one or the other. */
    @GpuKernel(blockSize = THREADS, checked = false)
    static void narrow(
            double[] left,
            double[] right,
            double[] out,
            Operand rows,
            Operand columns,
            Result result,
            int m,
            int n,
            int depth) {
        tile(left, right, out, rows, columns, result, m, n, depth, ProductTiles.SMALL, 4, false, false);
    }

    /** Computes tiles of {@link ProductTiles#LARGE} rows and columns of products that have as many, its warps by {@link WarpProduct}. */
    @GpuKernel(blockSize = THREADS, checked = false)
    static void largeByWarps(
            double[] left,
            double[] right,
            double[] out,
            Operand rows,
            Operand columns,
            Result result,
            int m,
            int n,
            int depth) {
        tile(left, right, out, rows, columns, result, m, n, depth, ProductTiles.LARGE, 8, true, true);
    }

    /** Computes tiles of {@link ProductTiles#SMALL} rows and columns of products that have as many, its warps by {@link WarpProduct}. */
    @GpuKernel(blockSize = THREADS, checked = false)
    static void smallByWarps(
            double[] left,
            double[] right,
            double[] out,
            Operand rows,
            Operand columns,
            Result result,
            int m,
            int n,
            int depth) {
        tile(left, right, out, rows, columns, result, m, n, depth, ProductTiles.SMALL, 4, true, true);
    }

    /** Computes tiles of {@link ProductTiles#SMALL} rows and columns of products that have fewer of the one or the other, its warps by {@link WarpProduct}. */
    @GpuKernel(blockSize = THREADS, checked = false)
    static void narrowByWarps(
            double[] left,
            double[] right,
            double[] out,
            Operand rows,
            Operand columns,
            Result result,
            int m,
            int n,
            int depth) {
        tile(left, right, out, rows, columns, result, m, n, depth, ProductTiles.SMALL, 4, false, true);
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
     * @param isByWarps whether {@link WarpProduct} multiplies, a constant; a warp then has half of the rows of a tile and a quarter of its
     *     columns
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
            int own,
            boolean isWhole,
            boolean isByWarps) {
        int pitch = size + BANKS;
        double[] lefts = Shared.doubles(2 * DEPTH * (size + BANKS));
        double[] rights = Shared.doubles(2 * DEPTH * (size + BANKS));
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
        double[] nextLeft = new double[size * DEPTH / THREADS];
        double[] nextRight = new double[size * DEPTH / THREADS];
        double[] sums = new double[own * own];
        int row = firstRow(size, isByWarps);
        int column = firstColumn(size, isByWarps);
        fetch(left, nextLeft, ofLeft, 0, depth, isWhole);
        fetch(right, nextRight, ofRight, 0, depth, isWhole);
        // What adds -0 changes nothing, not even a sum of -0.
        put(nextLeft, lefts, ofLeft, 0, depth, pitch, -0d);
        put(nextRight, rights, ofRight, 0, depth, pitch, 0d);
        Block.sync();
        for (int from = 0; from < depth; from += DEPTH) {
            int next = from + DEPTH;
            if (next < depth) {
                fetch(left, nextLeft, ofLeft, next, depth, isWhole);
                fetch(right, nextRight, ofRight, next, depth, isWhole);
            }
            int buffer = buffer(from, pitch);
            if (isByWarps) {
                multiplyByWarps(lefts, rights, sums, buffer, pitch, size, own);
            } else {
                multiply(lefts, rights, sums, buffer + row, buffer + column, pitch, own);
            }
            if (next < depth) {
                put(nextLeft, lefts, ofLeft, next, depth, pitch, -0d);
                put(nextRight, rights, ofRight, next, depth, pitch, 0d);
                Block.sync();
            }
        }
        int target = result.offset() + batch * result.batch();
        for (int i = 0; i < own * own; i++) {
            int atRow = firstRow + row + row(i, own, isByWarps);
            int atColumn = firstColumn + column + column(i, own, isByWarps);
            if (isWhole || (atRow < m && atColumn < n)) {
                out[target + atRow * n + atColumn] = sums[i];
            }
        }
    }

    private static void multiply(
            double[] lefts, double[] rights, double[] sums, int row, int column, int pitch, int own) {
        double[] one = new double[own];
        double[] other = new double[own];
        for (int k = 0; k < DEPTH; k++) {
            for (int i = 0; i < own; i++) {
                one[i] = lefts[row + k * pitch + apart(i)];
                other[i] = rights[column + k * pitch + apart(i)];
            }
            for (int i = 0; i < own; i++) {
                for (int j = 0; j < own; j++) {
                    sums[i * own + j] = Math.fma(one[i], other[j], sums[i * own + j]);
                }
            }
        }
    }

    private static void multiplyByWarps(
            double[] lefts, double[] rights, double[] sums, int buffer, int pitch, int size, int own) {
        int tiles = own / 2;
        double[] one = new double[tiles * WarpProduct.LEFT];
        double[] other = new double[tiles * WarpProduct.RIGHT];
        int warp = ThreadIdx.x() / Warp.size();
        int lane = ThreadIdx.x() % Warp.size();
        int at = buffer + lane % BESIDE * pitch + lane / BESIDE;
        int row = at + warp / BESIDE * (size / 2);
        int column = at + warp % BESIDE * (size / BESIDE);
        for (int i = 0; i < tiles * WarpProduct.LEFT; i++) {
            int tile = i / WarpProduct.LEFT;
            int behind = i / 2 % 2;
            one[i] = lefts[row + behind * (BESIDE * pitch) + tile * WarpProduct.ROWS + i % 2 * (WarpProduct.ROWS / 2)];
        }
        for (int i = 0; i < tiles * WarpProduct.RIGHT; i++) {
            int tile = i / WarpProduct.RIGHT;
            int behind = i % WarpProduct.RIGHT;
            other[i] = rights[column + behind * (BESIDE * pitch) + tile * WarpProduct.COLUMNS];
        }
        for (int i = 0; i < tiles; i++) {
            for (int j = 0; j < tiles; j++) {
                WarpProduct.add(
                        sums,
                        (i * tiles + j) * WarpProduct.SUMS,
                        one,
                        i * WarpProduct.LEFT,
                        other,
                        j * WarpProduct.RIGHT);
            }
        }
    }

    /** {@return the first row of a tile that the thread computes} */
    private static int firstRow(int size, boolean isByWarps) {
        int thread = ThreadIdx.x();
        return isByWarps
                ? thread / (BESIDE * Warp.size()) * (size / 2) + thread % Warp.size() / BESIDE
                : thread / SIDE * VECTOR;
    }

    /** {@return the first column of a tile that the thread computes} */
    private static int firstColumn(int size, boolean isByWarps) {
        int thread = ThreadIdx.x();
        return isByWarps
                ? thread / Warp.size() % BESIDE * (size / BESIDE) + thread % BESIDE * 2
                : thread % SIDE * VECTOR;
    }

    /** {@return how many rows after the first one a sum of the thread is} */
    private static int row(int sum, int own, boolean isByWarps) {
        int tile = sum / WarpProduct.SUMS;
        return isByWarps
                ? tile / (own / 2) * WarpProduct.ROWS + sum / 2 % 2 * (WarpProduct.ROWS / 2)
                : apart(sum / own);
    }

    /** {@return how many columns after the first one a sum of the thread is} */
    private static int column(int sum, int own, boolean isByWarps) {
        int tile = sum / WarpProduct.SUMS;
        return isByWarps ? tile % (own / 2) * WarpProduct.COLUMNS + sum % 2 : apart(sum % own);
    }

    private static int apart(int number) {
        return number / VECTOR * (SIDE * VECTOR) + number % VECTOR;
    }

    /** {@return where in shared memory a step's elements are, which is known to be a multiple of a vector's size} */
    private static int buffer(int from, int pitch) {
        return (from / DEPTH & 1) * (DEPTH * pitch);
    }

    /** Starts to read what a step needs. Nothing is done with it here, so that nothing waits for it. */
    private static void fetch(double[] matrices, double[] fetched, Panel panel, int from, int depth, boolean isWhole) {
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

    private static void put(
            double[] fetched, double[] shared, Panel panel, int from, int depth, int pitch, double beyond) {
        int buffer = buffer(from, pitch);
        for (int i = 0; i < fetched.length; i++) {
            boolean isThere = from + panel.depth() + i * panel.depths() < depth;
            shared[buffer + panel.target(i, pitch)] = isThere ? fetched[i] : beyond;
        }
    }
}
