package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.array.FloatNdArray;
import dev.gpukernel.array.NdArrays;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A branch and a scalar parameter, in a kernel or in a function of arrays. */
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

    @Option(
            names = "--form",
            paramLabel = "<form>",
            description = "How it is written: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Form form = Form.KERNEL;

    /** Made by picocli. */
    LeakyRelu() {}

    @Override
    public Verdict run(Report report) {
        int size = input.size();
        report.fact("input", size + " elements, seed " + input.seed() + ", alpha " + alpha);
        long bytes = (long) Float.BYTES * size;
        HeapTooSmallException.check(ARRAYS, bytes);
        float[] x = InputOptions.floats(input.random(), size);
        report.fact("device", Report.nameOf(Gpu.current()));
        float[] y = form == Form.KERNEL ? byKernel(x, report) : byArrays(x, report);
        return new BitCheck()
                .floats("y", y, i -> x[i] < 0 ? alpha * x[i] : x[i])
                .verdict();
    }

    private float[] byKernel(float[] x, Report report) {
        float[] y = new float[x.length];
        long bytes = (long) Float.BYTES * x.length;
        report.launches(
                () -> Kernel.of(LeakyReluKernels.class, "leakyRelu"),
                () -> LeakyReluKernelsGpu.leakyRelu(alpha, x, y),
                ARRAYS * bytes);
        return y;
    }

    private float[] byArrays(float[] x, Report report) {
        long start = System.nanoTime();
        FloatNdArray values = NdArrays.of(x);
        report.timeSince(start, "to device", (long) Float.BYTES * x.length);
        return report.twice(() -> LeakyReluFunctionsArrays.leakyRelu(values, alpha));
    }
}
