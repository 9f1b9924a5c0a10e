package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A kernel whose threads take different ways: several branches, a switch, and calls. */
@Command(
        name = "piecewise-scale",
        description = "Scales random floats by their range, with some NaNs among them, and checks every element.")
final class PiecewiseScale implements Sample {
    private static final int ARRAYS = 2;
    private static final int NAN_EVERY = 1000;

    @Mixin
    private final InputOptions input = new InputOptions(1 << 24);

    /** Made by picocli. */
    PiecewiseScale() {}

    @Override
    public Verdict run(Report report) {
        int size = input.size();
        report.fact("input", size + " elements, seed " + input.seed());
        long bytes = (long) Float.BYTES * size;
        HeapTooSmallException.check(ARRAYS, bytes);
        float[] x = values(input.random(), size);
        float[] y = new float[size];
        report.fact("device", Report.nameOf(Gpu.current()));
        report.launches(
                () -> Kernel.of(PiecewiseScaleKernels.class, "scale"),
                () -> PiecewiseScaleKernelsGpu.scale(x, y),
                ARRAYS * bytes);
        return new BitCheck()
                .floats("y", y, i -> PiecewiseScaleKernels.scaled(x[i]))
                .verdict();
    }

    private static float[] values(SplittableRandom random, int size) {
        float[] result = InputOptions.floats(random, size);
        for (int i = 0; i < size; i += NAN_EVERY) {
            result[i] = Float.NaN;
        }
        return result;
    }
}
