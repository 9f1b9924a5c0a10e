package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Moves memory and computes nothing: how fast that is, is all that matters. */
@Command(name = "transpose", description = "Transposes a matrix of random floats and checks every element.")
final class Transpose implements Sample {
    private static final int ARRAYS = 2;

    @Option(
            names = "--width",
            paramLabel = "<n>",
            converter = Side.class,
            description = "Columns, from 1 to " + Side.MAX + " (default: ${DEFAULT-VALUE}).")
    private int width = 1025;

    @Option(
            names = "--height",
            paramLabel = "<n>",
            converter = Side.class,
            description = "Rows, from 1 to " + Side.MAX + " (default: ${DEFAULT-VALUE}).")
    private int height = 512;

    @Option(names = "--seed", paramLabel = "<n>", description = "Seed of the random input (default: ${DEFAULT-VALUE}).")
    private long seed = 42;

    /** Made by picocli. */
    Transpose() {}

    @Override
    public Verdict run(Report report) {
        report.fact("input", "%d x %d elements, seed %d".formatted(width, height, seed));
        int size = width * height;
        long bytes = (long) Float.BYTES * size;
        HeapTooSmallException.check(ARRAYS, bytes);
        float[] in = InputOptions.floats(new SplittableRandom(seed), size);
        float[] out = new float[size];
        report.fact("device", Report.nameOf(Gpu.current()));
        int tile = TransposeKernels.TILE;
        Launch launch = Launch.grid(Math.ceilDiv(width, tile), Math.ceilDiv(height, tile))
                .block(tile, TransposeKernels.ROWS);
        report.launches(
                () -> Kernel.of(TransposeKernels.class, "transpose"),
                () -> TransposeKernelsGpu.transpose(launch, in, out, width, height),
                ARRAYS * bytes);
        return new BitCheck()
                .floats("out", out, i -> in[i % height * width + i / height])
                .verdict();
    }
}
