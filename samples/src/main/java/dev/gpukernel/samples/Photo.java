package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Images;
import dev.gpukernel.Kernel;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A photograph goes to the device and back as Java has it. */
@Command(name = "photo", description = "Sharpens a photograph, in colour, writes it as PNG, and checks every pixel.")
final class Photo implements Sample {
    /** The picture and the result, the latter twice, and images of both. */
    private static final int ARRAYS = 5;

    @Mixin
    private final Photograph photograph = new Photograph();

    @Option(
            names = "--percent",
            paramLabel = "<n>",
            converter = Percent.class,
            description = "How much sharper, from 0 to " + Percent.MAX + " (default: ${DEFAULT-VALUE}).")
    private int percent = 150;

    @Option(
            names = "--out",
            paramLabel = "<file>",
            converter = PngFile.class,
            description = "Where to write the result (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("photo.png");

    /** Made by picocli. */
    Photo() {}

    @Override
    public Verdict run(Report report) {
        BufferedImage photo;
        try {
            photo = photograph.read();
        } catch (IOException e) {
            return Verdict.failed("the photograph cannot be read: " + e.getMessage());
        }
        int width = photo.getWidth();
        int height = photo.getHeight();
        report.fact("input", "%d x %d pixels, %d %% sharper".formatted(width, height, percent));
        HeapTooSmallException.check(ARRAYS, (long) Integer.BYTES * width * height);
        Gpu gpu = Gpu.current();
        report.fact("device", Report.nameOf(gpu));
        BufferedImage sharp = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        try (GpuArray<int[]> colours = Images.upload(gpu, photo);
                GpuArray<int[]> sharper = gpu.allocate(int[].class, (long) width * height)) {
            PhotoKernelsGpu.sharpen(width, height, percent, colours, sharper);
            Images.copyTo(sharper, sharp);
        }
        Kernel.of(PhotoKernels.class, "sharpen").lastRun().ifPresent(run -> report.time("compile", run.compile()));
        int[] expected = new int[width * height];
        PhotoKernels.sharpen(width, height, percent, Photograph.colours(photo), expected);
        Verdict verdict = new BitCheck()
                .ints("pixels", Photograph.colours(sharp), i -> expected[i])
                .verdict();
        return verdict.passed() ? PngFile.write(sharp, out, report, verdict) : verdict;
    }

    /** How much sharper. */
    static final class Percent implements ITypeConverter<Integer> {
        static final int MAX = 1000;

        /** Called by picocli. */
        Percent() {}

        @Override
        public Integer convert(String text) {
            return new IntRange(0, MAX).parse(text);
        }
    }
}
