package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** A picture: a kernel whose threads loop, each for a different while. */
@Command(
        name = "mandelbrot",
        description = "Computes a picture of the Mandelbrot set, writes it as PNG and checks every pixel.")
final class Mandelbrot implements Sample {
    /** What the picture shows at least, in units of the plane. */
    private static final double SHOWN_WIDTH = 2.8;

    private static final double SHOWN_HEIGHT = 2.4;
    /** The pixels as steps, computed twice, and as colours. */
    private static final int ARRAYS = 3;

    @Option(
            names = "--width",
            paramLabel = "<pixels>",
            converter = Side.class,
            description = "Width of the picture, from 1 to " + Side.MAX + " (default: ${DEFAULT-VALUE}).")
    private int width = 1400;

    @Option(
            names = "--height",
            paramLabel = "<pixels>",
            converter = Side.class,
            description = "Height of the picture, from 1 to " + Side.MAX + " (default: ${DEFAULT-VALUE}).")
    private int height = 1200;

    @Option(
            names = "--iterations",
            paramLabel = "<n>",
            converter = Iterations.class,
            description = "Steps after which a point counts as one of the set, from 1 to " + Iterations.MAX
                    + " (default: ${DEFAULT-VALUE}).")
    private int iterations = 500;

    @Option(
            names = "--out",
            paramLabel = "<file>",
            converter = PngFile.class,
            description = "Where to write the picture (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("mandelbrot.png");

    /** Made by picocli. */
    Mandelbrot() {}

    @Override
    public Verdict run(Report report) {
        int pixels = width * height;
        report.fact("input", "%d x %d pixels, %d iterations".formatted(width, height, iterations));
        HeapTooSmallException.check(ARRAYS, (long) Integer.BYTES * pixels);
        double pixelSide = Math.max(SHOWN_WIDTH / width, SHOWN_HEIGHT / height);
        int[] steps = new int[pixels];
        report.fact("device", Report.nameOf(Gpu.current()));
        report.launches(
                () -> Kernel.of(MandelbrotKernels.class, "escape"),
                () -> MandelbrotKernelsGpu.escape(width, height, pixelSide, iterations, steps),
                0);
        int[] expected = new int[pixels];
        MandelbrotKernels.escape(width, height, pixelSide, iterations, expected);
        Verdict verdict = new BitCheck().ints("steps", steps, i -> expected[i]).verdict();
        return verdict.passed()
                ? PngFile.write(EscapePicture.of(steps, width, iterations), out, report, verdict)
                : verdict;
    }

    /** A number of steps. */
    static final class Iterations implements ITypeConverter<Integer> {
        static final int MAX = 1_000_000;

        /** Called by picocli. */
        Iterations() {}

        @Override
        public Integer convert(String text) {
            return new IntRange(1, MAX).parse(text);
        }
    }
}
