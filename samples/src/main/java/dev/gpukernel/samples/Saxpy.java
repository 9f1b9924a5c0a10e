package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A loop that updates an array in place. */
@Command(name = "saxpy", description = "Adds a multiple of one vector to another and checks every element.")
final class Saxpy implements Sample {
    /** Read twice and written once. */
    private static final int ACCESSES = 3;
    /** The two vectors, and the second as it was. */
    private static final int ARRAYS = 3;

    @Mixin
    private final InputOptions input = new InputOptions(1 << 24);

    @Option(names = "--factor", paramLabel = "<a>", description = "What to multiply by (default: ${DEFAULT-VALUE}).")
    private float factor = 2.5f;

    /** Made by picocli. */
    Saxpy() {}

    @Override
    public Verdict run(Report report) {
        int size = input.size();
        report.fact("input", size + " elements, seed " + input.seed() + ", factor " + factor);
        long bytes = (long) Float.BYTES * size;
        HeapTooSmallException.check(ARRAYS, bytes);
        SplittableRandom random = input.random();
        float[] x = InputOptions.floats(random, size);
        float[] y = InputOptions.floats(random, size);
        float[] before = y.clone();
        report.fact("device", Report.nameOf(Gpu.current()));
        report.launches(
                () -> Kernel.of(SaxpyKernels.class, "saxpy"),
                () -> System.arraycopy(before, 0, y, 0, size),
                () -> SaxpyKernelsGpu.saxpy(factor, x, y),
                ACCESSES * bytes);
        return new BitCheck().floats("y", y, i -> factor * x[i] + before[i]).verdict();
    }
}
