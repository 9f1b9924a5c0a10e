package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** Many steps in one launch: the whole grid waits between them. */
@Command(name = "heat", description = "Lets heat spread over a plate, draws that as PNG and checks every point.")
final class Heat implements Sample {
    private static final int BLOCK_X = 32;
    private static final int BLOCK_Y = 8;
    /** The plate twice, and both once more for the check. */
    private static final int ARRAYS = 4;

    @Option(
            names = "--width",
            paramLabel = "<points>",
            converter = Side.class,
            description = "Points along x, from 3 to " + Side.MAX + " (default: ${DEFAULT-VALUE}).")
    private int width = 512;

    @Option(
            names = "--height",
            paramLabel = "<points>",
            converter = Side.class,
            description = "Points along y, from 3 to " + Side.MAX + " (default: ${DEFAULT-VALUE}).")
    private int height = 384;

    @Option(
            names = "--steps",
            paramLabel = "<n>",
            converter = Steps.class,
            description = "Steps, from 0 to " + Steps.MAX
                    + "; an odd number becomes the next even one (default: ${DEFAULT-VALUE}).")
    private int steps = 1000;

    @Option(
            names = "--out",
            paramLabel = "<file>",
            converter = PngFile.class,
            description = "Where to draw the plate (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("heat.png");

    /** Made by picocli. */
    Heat() {}

    @Override
    public Verdict run(Report report) {
        int doubleSteps = Math.ceilDiv(steps, 2);
        report.fact("input", "%d x %d points, %d steps".formatted(width, height, 2 * doubleSteps));
        HeapTooSmallException.check(ARRAYS, (long) Float.BYTES * width * height);
        float[] plate = HeatPlate.withSources(width, height);
        float[] expected = plate.clone();
        Gpu gpu = Gpu.current();
        report.fact("device", Report.nameOf(gpu));
        // One block for each multiprocessor: all of them are there at once, as Grid.sync needs it.
        Launch launch = Launch.grid(1, gpu.limits().multiprocessors()).block(BLOCK_X, BLOCK_Y);
        float[] other = expected.clone();
        report.launches(
                () -> Kernel.of(HeatKernels.class, "spread"),
                () -> System.arraycopy(expected, 0, plate, 0, plate.length),
                () -> HeatKernelsGpu.spread(launch, plate, other, width, height, doubleSteps),
                0);
        HeatPlate.spread(expected, width, 2 * doubleSteps);
        Verdict verdict =
                new BitCheck().floats("plate", plate, i -> expected[i]).verdict();
        return verdict.passed() ? PngFile.write(HeatPlate.picture(plate, width), out, report, verdict) : verdict;
    }

    /** A number of points along an axis. Its square is a number of elements that a Java array can have. */
    static final class Side implements ITypeConverter<Integer> {
        static final int MAX = 1 << 14;

        /** Called by picocli. */
        Side() {}

        @Override
        public Integer convert(String text) {
            return new IntRange(3, MAX).parse(text);
        }
    }

    /** A number of steps. */
    static final class Steps implements ITypeConverter<Integer> {
        static final int MAX = 1_000_000;

        /** Called by picocli. */
        Steps() {}

        @Override
        public Integer convert(String text) {
            return new IntRange(0, MAX).parse(text);
        }
    }
}
