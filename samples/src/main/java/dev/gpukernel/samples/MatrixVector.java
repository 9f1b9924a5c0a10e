package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A loop in a loop: the outer one runs in parallel, the inner one stays in the thread. */
@Command(
        name = "matrix-vector",
        description = "Multiplies a matrix and a vector of random floats and checks every element.")
final class MatrixVector implements Sample {
    @Option(
            names = "--rows",
            paramLabel = "<n>",
            converter = Side.class,
            description = "Rows of the matrix, from 1 to " + Side.MAX + " (default: ${DEFAULT-VALUE}).")
    private int rows = 4096;

    @Option(
            names = "--columns",
            paramLabel = "<n>",
            converter = Side.class,
            description = "Columns of the matrix, from 1 to " + Side.MAX + " (default: ${DEFAULT-VALUE}).")
    private int columns = 1025;

    @Option(names = "--seed", paramLabel = "<n>", description = "Seed of the random input (default: ${DEFAULT-VALUE}).")
    private long seed = 42;

    /** Made by picocli. */
    MatrixVector() {}

    @Override
    public Verdict run(Report report) {
        report.fact("input", "%d x %d elements, seed %d".formatted(rows, columns, seed));
        int size = rows * columns;
        long bytes = (long) Float.BYTES * size;
        HeapTooSmallException.check(1, bytes);
        SplittableRandom random = new SplittableRandom(seed);
        float[] matrix = InputOptions.floats(random, size);
        float[] x = InputOptions.floats(random, columns);
        float[] y = new float[rows];
        report.fact("device", Report.nameOf(Gpu.current()));
        report.launches(
                () -> Kernel.of(MatrixVectorKernels.class, "multiply"),
                () -> MatrixVectorKernelsGpu.multiply(matrix, x, y),
                bytes);
        float[] expected = new float[rows];
        MatrixVectorKernels.multiply(matrix, x, expected);
        return new BitCheck().floats("y", y, i -> expected[i]).verdict();
    }
}
