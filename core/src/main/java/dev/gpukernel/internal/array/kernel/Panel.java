package dev.gpukernel.internal.array.kernel;

import dev.gpukernel.device.ThreadIdx;

/**
 * Which elements of a matrix a thread brings to shared memory in each step along the depth: some that are evenly spaced, so that neighbouring
 * threads read neighbours in memory if there are any. A line is a row of a left matrix or a column of a right one.
 *
 * @param offset of the matrix
 * @param first first line of the block's tile
 * @param line the thread's first line in the tile
 * @param lines from each of its elements to the next
 * @param last the matrix's last line
 * @param lineStride how far apart lines are
 * @param depth the thread's first place in a step along the depth
 * @param depths from each of its elements to the next
 * @param depthStride how far apart the elements of a line are
 */
record Panel(
        int offset, int first, int line, int lines, int last, int lineStride, int depth, int depths, int depthStride) {
    /** Elements of a line in each step. */
    static final int DEPTH = 8;

    /**
     * {@return what the thread brings}
     *
     * @param matrices where matrices are
     * @param batch which of them
     * @param first first line of the tile
     * @param end how many lines the matrix has
     * @param size how many the tile has
     */
    static Panel of(Operand matrices, int batch, int first, int end, int size) {
        boolean isAlong = matrices.depth() == 1;
        int thread = ThreadIdx.x();
        return new Panel(
                matrices.offset() + batch * matrices.batch(),
                first,
                isAlong ? thread / DEPTH : thread % size,
                isAlong ? ProductTiles.THREADS / DEPTH : 0,
                end - 1,
                matrices.line(),
                isAlong ? thread % DEPTH : thread / size,
                isAlong ? 0 : ProductTiles.THREADS / size,
                matrices.depth());
    }

    /** {@return where its first element is, in a step from some depth on} */
    int place(int from) {
        return offset + (first + line) * lineStride + (from + depth) * depthStride;
    }

    /** {@return from each element to the next} */
    int step() {
        return lines * lineStride + depths * depthStride;
    }

    /** {@return where one of its elements is, or where the last one is that the matrix has} */
    int clamped(int number, int from, int end) {
        return offset
                + Math.min(first + line + number * lines, last) * lineStride
                + Math.min(from + depth + number * depths, end - 1) * depthStride;
    }

    /** {@return where one of its elements goes in shared memory} */
    int target(int number, int pitch) {
        return (depth + number * depths) * pitch + line + number * lines;
    }
}
