package dev.gpukernel.oracle;

import dev.gpukernel.internal.backend.Shape;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * How the threads of a generated kernel stand, and how it computes which one of them runs.
 *
 * @param shape of its launches
 * @param together whether the threads of a block share arrays and meet at barriers
 */
record Layout(Shape shape, boolean together) {
    /** Blocks in a row, of threads in a row. */
    static final Layout LINE = new Layout(Oracle.GRID, false);

    /** Twenty-four threads each. */
    private static final List<Shape> SPREAD = List.of(
            new Shape(3, 1, 1, 4, 2, 1, 0),
            new Shape(3, 1, 1, 2, 2, 2, 0),
            new Shape(1, 3, 1, 4, 2, 1, 0),
            new Shape(2, 3, 1, 2, 2, 1, 0),
            new Shape(1, 1, 3, 2, 2, 2, 0),
            new Shape(2, 1, 3, 1, 4, 1, 0),
            new Shape(3, 2, 1, 1, 2, 2, 0));

    /** Mostly few threads, as each is interpreted; some have more than a warp, as barriers in a warp alone prove little. */
    private static final List<Shape> BLOCKS = List.of(
            Oracle.GRID,
            Oracle.GRID,
            new Shape(3, 1, 1, 4, 2, 1, 0),
            new Shape(1, 3, 1, 2, 2, 2, 0),
            new Shape(1, 1, 3, 4, 1, 2, 0),
            new Shape(2, 1, 1, 3, 2, 2, 0),
            new Shape(2, 1, 1, 64, 1, 1, 0),
            new Shape(1, 2, 1, 8, 8, 1, 0),
            new Shape(1, 1, 2, 5, 8, 1, 0));

    /** {@return any layout of a grid} */
    static Layout any(RandomGenerator random) {
        int choice = random.nextInt(100);
        if (choice < 25) {
            return LINE;
        }
        return choice < 42 ? new Layout(oneOf(SPREAD, random), false) : new Layout(oneOf(BLOCKS, random), true);
    }

    private static Shape oneOf(List<Shape> shapes, RandomGenerator random) {
        return shapes.get(random.nextInt(shapes.size()));
    }

    boolean isLine() {
        return shape.blocks() == shape.gridX() && shape.threadsPerBlock() == shape.blockX();
    }

    /** {@return threads of a block} */
    int threads() {
        return (int) shape.threadsPerBlock();
    }

    /** {@return threads of the grid} */
    int allThreads() {
        return (int) shape.blocks() * threads();
    }

    /** {@return an expression for the thread's number in the grid, row after row of the whole grid} */
    String byRow(KernelScope scope) {
        if (isLine()) {
            return scope.percent(70) ? "Grid.x()" : "BlockIdx.x() * BlockDim.x() + ThreadIdx.x()";
        }
        return scope.percent(50)
                ? "Grid.x() + Grid.sizeX() * (Grid.y() + Grid.sizeY() * Grid.z())"
                : "(Grid.z() * Grid.sizeY() + Grid.y()) * Grid.sizeX() + Grid.x()";
    }

    /** {@return an expression for the number of threads of the grid} */
    String size() {
        return isLine() ? "Grid.sizeX()" : "Grid.sizeX() * Grid.sizeY() * Grid.sizeZ()";
    }

    /** {@return an expression for the thread's number in its block} */
    String inBlock(KernelScope scope) {
        if (shape.blockX() == shape.threadsPerBlock() && scope.percent(70)) {
            return "ThreadIdx.x()";
        }
        return scope.percent(50)
                ? "ThreadIdx.x() + BlockDim.x() * (ThreadIdx.y() + BlockDim.y() * ThreadIdx.z())"
                : "(ThreadIdx.z() * " + shape.blockY() + " + ThreadIdx.y()) * " + shape.blockX() + " + ThreadIdx.x()";
    }

    /** {@return an expression for the thread's number in the grid, block after block} */
    String byBlock(String inBlock, KernelScope scope) {
        String block = shape.blocks() == shape.gridX()
                ? "BlockIdx.x()"
                : "(BlockIdx.x() + GridDim.x() * (BlockIdx.y() + GridDim.y() * BlockIdx.z()))";
        String size = scope.percent(50) ? String.valueOf(threads()) : "BlockDim.x() * BlockDim.y() * BlockDim.z()";
        return block + " * (" + size + ") + " + inBlock;
    }
}
