package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Four loops in each other, of which the outer two run in parallel. */
@Command(
        name = "convolution",
        description =
                "Sharpens or blurs a picture, writes it as PNG, checks every pixel, and times the plain loop as well.")
final class Convolution implements Sample {
    private static final double NANOS_PER_MILLI = 1e6;
    /** The picture and the result, the latter twice, and both in bytes. */
    private static final int ARRAYS = 4;
    /** Both forms run as often, and the last run counts: the JVM compiles what runs on the CPU in the others. */
    private static final int RUNS = 3;

    @Option(
            names = "--in",
            paramLabel = "<file>",
            description =
                    "The picture, in a format that Java reads, such as PNG or JPEG (default: one of the Mandelbrot set).")
    private @Nullable Path in;

    @Option(
            names = "--side",
            paramLabel = "<pixels>",
            converter = Side.class,
            description = "Width and height of the picture if none is read, from 1 to " + Side.MAX
                    + " (default: ${DEFAULT-VALUE}).")
    private int side = 1024;

    @Option(
            names = "--filter",
            paramLabel = "<name>",
            description =
                    "What to do: ${COMPLETION-CANDIDATES}, with 3 x 3 and 9 x 9 weights (default: ${DEFAULT-VALUE}).")
    private Filter filter = Filter.BLUR;

    @Option(
            names = "--out",
            paramLabel = "<file>",
            converter = PngFile.class,
            description = "Where to write the result (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("convolution.png");

    /** Made by picocli. */
    Convolution() {}

    @Override
    public Verdict run(Report report) {
        GreyPicture picture;
        try {
            HeapTooSmallException.check(ARRAYS, in == null ? (long) Float.BYTES * side * side : 0);
            picture = in == null ? GreyPicture.mandelbrot(side, side) : GreyPicture.read(in);
        } catch (IOException e) {
            return Verdict.failed("the picture cannot be read: " + e.getMessage());
        }
        int width = picture.width();
        int height = picture.height();
        int taps = 2 * filter.radius() + 1;
        report.fact("input", "%d x %d pixels, %s with %d x %d weights".formatted(width, height, filter, taps, taps));
        HeapTooSmallException.check(ARRAYS, (long) Float.BYTES * width * height);
        float[] pixels = picture.floats();
        float[] result = new float[pixels.length];
        float[] expected = new float[pixels.length];
        report.fact("device", Report.nameOf(Gpu.current()));
        Kernel kernel = Kernel.of(ConvolutionKernels.class, "convolve");
        for (int run = 0; run < RUNS; run++) {
            ConvolutionKernelsGpu.convolve(width, height, filter.radius(), filter.weights(), pixels, result);
            if (run == 0) {
                kernel.lastRun().ifPresent(first -> report.time("compile", first.compile()));
            }
        }
        kernel.lastRun().ifPresent(run -> report.copiesAndKernel(run, 0));
        double plain = plainMillis(width, height, pixels, expected);
        report.time("plain Java", plain, 0);
        kernel.lastRun()
                .ifPresent(run -> report.fact(
                        "ratio",
                        String.format(
                                Locale.ROOT,
                                "%11.2f",
                                plain * NANOS_PER_MILLI / run.kernel().toNanos())));
        Verdict verdict =
                new BitCheck().floats("pixels", result, i -> expected[i]).verdict();
        return verdict.passed() ? PngFile.write(GreyPicture.of(result, width).image(), out, report, verdict) : verdict;
    }

    /** {@return milliseconds of the loop on one core in the last of as many runs} */
    private double plainMillis(int width, int height, float[] pixels, float[] result) {
        long start = 0;
        for (int run = 0; run < RUNS; run++) {
            start = System.nanoTime();
            ConvolutionKernels.convolve(width, height, filter.radius(), filter.weights(), pixels, result);
        }
        return (System.nanoTime() - start) / NANOS_PER_MILLI;
    }

    /** What the weights do. */
    enum Filter {
        /** Differences to the neighbours are added. */
        SHARPEN(1),
        /** Binomial weights, close to a Gaussian bell. */
        BLUR(4);

        private final int radius;

        Filter(int radius) {
            this.radius = radius;
        }

        int radius() {
            return radius;
        }

        /** {@return the weights row by row; their sum is 1} */
        float[] weights() {
            return switch (this) {
                case SHARPEN -> new float[] {0, -1, 0, -1, 5, -1, 0, -1, 0};
                case BLUR -> binomials(2 * radius);
            };
        }

        private static float[] binomials(int n) {
            float[] row = new float[n + 1];
            row[0] = 1;
            for (int k = 1; k <= n; k++) {
                row[k] = row[k - 1] * (n - k + 1) / k;
            }
            float[] weights = new float[row.length * row.length];
            for (int i = 0; i < weights.length; i++) {
                weights[i] = row[i / row.length] * row[i % row.length] / (1 << (2 * n));
            }
            return weights;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
