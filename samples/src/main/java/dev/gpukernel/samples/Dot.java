package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * A reduction. It adds in another order than plain Java's loop, and so it is rounded otherwise. It is compared with plain Java that
 * adds in the documented order, by bits, and with the exact sum, from which rounding can lead only so far.
 */
@Command(
        name = "dot",
        description =
                "Computes the inner product of two vectors of random floats and checks how far it is from the exact one.")
final class Dot implements Sample {
    private static final int ARRAYS = 2;

    @Mixin
    private final InputOptions input = new InputOptions(1 << 24);

    /** Made by picocli. */
    Dot() {}

    @Override
    public Verdict run(Report report) {
        int size = input.size();
        report.fact("input", size + " elements, seed " + input.seed());
        long bytes = (long) Float.BYTES * size;
        HeapTooSmallException.check(ARRAYS, bytes);
        SplittableRandom random = input.random();
        float[] x = InputOptions.floats(random, size);
        float[] y = InputOptions.floats(random, size);
        report.fact("device", Report.nameOf(Gpu.current()));
        float[] result = new float[1];
        report.launches(
                () -> Kernel.of(DotKernels.class, "dot"), () -> result[0] = DotKernelsGpu.dot(x, y), ARRAYS * bytes);
        float dot = result[0];
        report.fact("dot", Float.toString(dot));
        return check(x, y, dot, report);
    }

    private static Verdict check(float[] x, float[] y, float dot, Report report) {
        float asWritten = DotKernels.dot(x, y);
        boolean isInOrder = isSame(dot, DotOrder.dot(x, y));
        // Under a debugger, or if a setting says so, the CPU runs a loop as it is written.
        boolean isAsWritten = Gpu.current().backend().equals("cpu") && isSame(dot, asWritten);
        if (!isInOrder && !isAsWritten) {
            return Verdict.failed(
                    "dot is %s, but in the documented order plain Java gives %s".formatted(dot, DotOrder.dot(x, y)));
        }
        ExactDot exact = ExactDot.of(x, y);
        double bound = exact.bound(isInOrder ? DotOrder.roundings(x.length) : x.length + 1);
        report.fact("error", exact.error(dot) + ", at most " + bound);
        report.fact("one by one", exact.error(asWritten) + ", the error of plain Java's loop");
        return exact.error(dot) <= bound
                ? Verdict.ok("%d elements on %s have a sum that is right in every bit"
                        .formatted(x.length, Report.nameOf(Gpu.current())))
                : Verdict.failed("dot is %s, farther than %s from %s".formatted(dot, bound, exact.sum()));
    }

    private static boolean isSame(float one, float other) {
        return Float.floatToIntBits(one) == Float.floatToIntBits(other);
    }
}
