package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** A kernel without arrays, which counts. */
@Command(
        name = "monte-carlo-pi",
        description = "Estimates pi by how many random points lie in a quarter of a circle, and checks their number.")
final class MonteCarloPi implements Sample {
    @Option(
            names = "--points",
            paramLabel = "<n>",
            converter = Points.class,
            description = "Number of points, from 1 to " + Points.MAX + " (default: ${DEFAULT-VALUE}).")
    private int points = 1 << 26;

    @Option(
            names = "--seed",
            paramLabel = "<n>",
            description = "Seed of the random points (default: ${DEFAULT-VALUE}).")
    private long seed = 42;

    /** Made by picocli. */
    MonteCarloPi() {}

    @Override
    public Verdict run(Report report) {
        report.fact("input", points + " points, seed " + seed);
        report.fact("device", Report.nameOf(Gpu.current()));
        long[] result = new long[1];
        report.launches(
                () -> Kernel.of(MonteCarloPiKernels.class, "hits"),
                () -> result[0] = MonteCarloPiKernelsGpu.hits(points, seed),
                0);
        long hits = result[0];
        report.fact("hits", Long.toString(hits));
        report.fact("pi", String.format(Locale.ROOT, "%.6f", 4.0 * hits / points));
        long expected = MonteCarloPiKernels.hits(points, seed);
        return hits == expected
                ? Verdict.ok(
                        "%d points on %s have the hits of plain Java".formatted(points, Report.nameOf(Gpu.current())))
                : Verdict.failed("hits are %d, but plain Java counts %d".formatted(hits, expected));
    }

    /** A number of points. */
    static final class Points implements ITypeConverter<Integer> {
        static final int MAX = Integer.MAX_VALUE;

        /** Called by picocli. */
        Points() {}

        @Override
        public Integer convert(String text) {
            return new IntRange(1, MAX).parse(text);
        }
    }
}
