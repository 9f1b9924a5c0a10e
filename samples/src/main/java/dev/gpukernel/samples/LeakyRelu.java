package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A kernel with a branch and a scalar parameter. */
@Command(
        name = "leaky-relu",
        description = "Multiplies the negative ones of random floats by a factor and checks every element.")
final class LeakyRelu implements Sample {
    private static final int ARRAYS = 2;

    @Mixin
    private final InputOptions input = new InputOptions(1 << 24);

    @Option(
            names = "--alpha",
            paramLabel = "<factor>",
            description = "What negative elements are multiplied by (default: ${DEFAULT-VALUE}).")
    private float alpha = 0.01f;

    /** Made by picocli. */
    LeakyRelu() {}

    @Override
    public Verdict run(Report report) {
        int size = input.size();
        report.fact("input", size + " elements, seed " + input.seed() + ", alpha " + alpha);
        long bytes = (long) Float.BYTES * size;
        HeapTooSmallException.check(ARRAYS, bytes);
        float[] x = InputOptions.floats(input.random(), size);
        float[] y = new float[size];
        report.fact("device", Report.nameOf(Gpu.current()));
        LeakyReluKernelsGpu.leakyRelu(alpha, x, y);
        Kernel.of(LeakyReluKernels.class, "leakyRelu").lastRun().ifPresent(run -> report.run(run, ARRAYS * bytes));
        return new BitCheck()
                .floats("y", y, i -> x[i] < 0 ? alpha * x[i] : x[i])
                .verdict();
    }
}
