package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Sequential;

/** Kernels in which two loops, one in the other, make the rows of an array one by one: matrices in blocks. */
public final class RowNestKernels {
    private static final int SIDE = 4;

    private RowNestKernels() {}

    private static int least(int a, int b) {
        return a <= b ? a : b;
    }

    private static int blocks(int length) {
        return (length + SIDE - 1) / SIDE;
    }

    private static int[][] layout(int rows, int columns) {
        int across = blocks(columns);
        int down = blocks(rows);
        int[][] layout = new int[down * across][];
        int k = 0;
        for (int i = 0; i < down; ++i) {
            int top = i * SIDE;
            int height = Math.min(top + SIDE, rows) - top;
            for (int j = 0; j < across; ++j) {
                int left = j * SIDE;
                int width = least(left + SIDE, columns) - left;
                layout[k] = new int[height * width];
                ++k;
            }
        }
        return layout;
    }

    /** Rows first, then elements. */
    @GpuKernel
    public static int[][] numberedBlocks(int rows, int columns) {
        int[][] blocks = layout(rows, columns);
        for (int i = 0; i < blocks.length; i++) {
            int[] block = blocks[i];
            for (int k = 0; k < block.length; k++) {
                block[k] = 100 * i + k;
            }
        }
        return blocks;
    }

    /** Rows that are filled as they are made. */
    @GpuKernel
    public static int[][] inBlocks(int[][] a, int columns) {
        int down = blocks(a.length);
        int across = blocks(columns);
        int[][] blocks = new int[down * across][];
        int k = 0;
        for (int i = 0; i < down; i++) {
            int top = i * SIDE;
            int bottom = least(top + SIDE, a.length);
            for (int j = 0; j < across; j++) {
                int left = j * SIDE;
                int right = least(left + SIDE, columns);
                int[] block = new int[(bottom - top) * (right - left)];
                blocks[k] = block;
                int index = 0;
                for (int row = top; row < bottom; row++) {
                    System.arraycopy(a[row], left, block, index, right - left);
                    index += right - left;
                }
                k++;
            }
        }
        return blocks;
    }

    /** There and back again. */
    @GpuKernel
    public static int[][] transposedBlocks(int[][] a, int columns) {
        int[][] blocks = inBlocks(a, columns);
        int[][] transposed = layout(columns, a.length);
        int across = blocks(columns);
        int down = blocks(a.length);
        int k = 0;
        for (int i = 0; i < across; i++) {
            for (int j = 0; j < down; j++) {
                int[] to = transposed[k];
                int[] from = blocks[j * across + i];
                int height = least(i * SIDE + SIDE, columns) - i * SIDE;
                int width = least(j * SIDE + SIDE, a.length) - j * SIDE;
                for (int p = 0; p < height; p++) {
                    for (int q = 0; q < width; q++) {
                        to[p * width + q] = from[q * height + p];
                    }
                }
                k++;
            }
        }
        return transposed;
    }

    /** Of one length, as many as the nest has iterations, which the array's size says the other way round. */
    @GpuKernel
    public static int[][] evenInNest(int rows, int columns) {
        int[][] r = new int[columns * rows][];
        int k = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                r[k] = new int[columns];
                r[k][0] = 10 * i + j + k;
                k++;
            }
        }
        return r;
    }

    /** The number of the row is computed, and rows are of lengths that only the inner loop tells. */
    @GpuKernel
    public static int[][] triangles(int rows, int columns) {
        int[][] r = new int[rows * columns][];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                int[] row = new int[i % 2 == 0 ? j + 1 : 2];
                for (int k = 0; k < row.length; k++) {
                    row[k] = k * i - j;
                }
                r[i * columns + j] = row;
            }
        }
        return r;
    }

    /** One of two lengths, in one loop. */
    @GpuKernel
    public static int[][] chosenLengths(int[] x, int n) {
        int[][] r = new int[x.length][];
        for (int i = 0; i < x.length; i++) {
            r[i] = new int[x[i] > 3 ? n : 5];
        }
        return r;
    }

    /** Of constant counts, in steps of time, and thrown away. */
    @GpuKernel
    public static void inStepsOfNests(int[] x, int steps) {
        for (@Sequential int t = 0; t < steps; t++) {
            int[][] own = new int[6][];
            int n = 0;
            for (int i = 0; i < 2; i++) {
                for (int j = 0; j < 3; j++) {
                    own[n] = new int[i + j + 1];
                    own[n][i] = n + t;
                    n++;
                }
            }
            for (int i = 0; i < x.length; i++) {
                x[i] += own[i % 6][0] + own[5 - i % 6].length;
            }
        }
    }

    /** Java makes rows that are null of two negative counts, and more than an array can have of large ones. */
    @GpuKernel
    public static int[][] onesInNest(int rows, int columns) {
        int[][] r = new int[rows * columns][];
        int k = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                r[k++] = new int[1];
            }
        }
        return r;
    }
}
