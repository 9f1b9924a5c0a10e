package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Atomic operations in shared and in global memory. */
@Command(
        name = "histogram",
        description = "Counts how often each brightness occurs in a picture, draws that as PNG and checks every count.")
final class Histogram implements Sample {
    private static final int THREADS = 256;
    /** Blocks for each multiprocessor, enough to keep it busy. */
    private static final int BLOCKS_EACH = 8;

    @Option(
            names = "--in",
            paramLabel = "<file>",
            description =
                    "The picture, in a format that Java reads, such as PNG or JPEG (default: one of the Mandelbrot set).")
    private @Nullable Path in;

    @Option(
            names = "--out",
            paramLabel = "<file>",
            converter = PngFile.class,
            description = "Where to draw the histogram (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("histogram.png");

    /** Made by picocli. */
    Histogram() {}

    @Override
    public Verdict run(Report report) {
        GreyPicture picture;
        try {
            picture = in == null ? GreyPicture.mandelbrot() : GreyPicture.read(in);
        } catch (IOException e) {
            return Verdict.failed("the picture cannot be read: " + e.getMessage());
        }
        byte[] pixels = picture.pixels();
        report.fact("input", "%d x %d pixels".formatted(picture.width(), pixels.length / picture.width()));
        Gpu gpu = Gpu.current();
        report.fact("device", Report.nameOf(gpu));
        int[] counts = new int[HistogramKernels.BINS];
        Launch launch = Launch.of(gpu.limits().multiprocessors() * BLOCKS_EACH, THREADS);
        report.launches(
                () -> Kernel.of(HistogramKernels.class, "count"),
                () -> Arrays.fill(counts, 0),
                () -> HistogramKernelsGpu.count(launch, pixels, counts),
                pixels.length);
        int[] expected = new int[HistogramKernels.BINS];
        for (byte pixel : pixels) {
            expected[pixel & 0xff]++;
        }
        Verdict verdict =
                new BitCheck().ints("counts", counts, bin -> expected[bin]).verdict();
        return verdict.passed() ? PngFile.write(BarChart.of(counts), out, report, verdict) : verdict;
    }
}
