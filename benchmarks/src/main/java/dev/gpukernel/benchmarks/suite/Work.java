package dev.gpukernel.benchmarks.suite;

import dev.gpukernel.Launch;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a kernel of the suite is run with.
 *
 * @param arguments those of the kernel, in both languages
 * @param extras what its twin takes after them: lengths, which arrays in Java know
 * @param shapes launches of the twin, one after another; a grid kernel in Java is launched as its twin is
 * @param tolerance by how much results may differ in proportion, 0 for none: what the bounds of mathematical functions, and of sums in
 *     another order, leave
 */
record Work(List<Object> arguments, List<Object> extras, List<Shape> shapes, double tolerance) {
    private static final int THREADS = 256;
    private static final int SIDE = 16;
    private static final int EDGE = 8;
    private static final int DEPTH = 4;

    /**
     * The shape of a launch.
     *
     * @param blocksX blocks along x
     * @param blocksY blocks along y
     * @param blocksZ blocks along z
     * @param threadsX threads of a block along x
     * @param threadsY threads of a block along y
     * @param threadsZ threads of a block along z
     */
    record Shape(int blocksX, int blocksY, int blocksZ, int threadsX, int threadsY, int threadsZ) {
        int threads() {
            return threadsX * threadsY * threadsZ;
        }

        Launch launch() {
            return Launch.grid(blocksX, blocksY, blocksZ).block(threadsX, threadsY, threadsZ);
        }
    }

    static Work args(Object... arguments) {
        return new Work(List.of(arguments), List.of(), List.of(), 0);
    }

    /** Adds a launch of the twin with blocks of 256 threads. */
    Work over(int threads) {
        return blocks(count(threads, THREADS), THREADS);
    }

    /** Adds a launch of the twin with blocks of 16 by 16 threads. */
    Work over(int width, int height) {
        return blocks(count(width, SIDE), count(height, SIDE), SIDE, SIDE);
    }

    /** Adds a launch of the twin with blocks of 8 by 8 by 4 threads. */
    Work over(int width, int height, int depth) {
        return and(new Shape(count(width, EDGE), count(height, EDGE), count(depth, DEPTH), EDGE, EDGE, DEPTH));
    }

    /** Adds a launch of the twin. */
    Work blocks(int blocks, int threads) {
        return and(new Shape(blocks, 1, 1, threads, 1, 1));
    }

    /** Adds a launch of the twin. */
    Work blocks(int blocksX, int blocksY, int threadsX, int threadsY) {
        return and(new Shape(blocksX, blocksY, 1, threadsX, threadsY, 1));
    }

    /** Adds arguments of the twin. */
    Work with(Object... more) {
        return new Work(
                arguments, Stream.concat(extras.stream(), Stream.of(more)).toList(), shapes, tolerance);
    }

    /** Allows results to differ. */
    Work within(double proportion) {
        return new Work(arguments, extras, shapes, proportion);
    }

    private Work and(Shape shape) {
        return new Work(
                arguments,
                extras,
                Stream.concat(shapes.stream(), Stream.of(shape)).toList(),
                tolerance);
    }

    private static int count(int threads, int size) {
        return Math.ceilDiv(threads, size);
    }
}
