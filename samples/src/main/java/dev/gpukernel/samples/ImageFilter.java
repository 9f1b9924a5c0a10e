package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.array.ByteNdArray;
import dev.gpukernel.array.IntNdArray;
import dev.gpukernel.array.NdArrays;
import dev.gpukernel.array.Padding;
import dev.gpukernel.array.Slice;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Views of a photograph, added up: arrays with shapes that are made of an image, and an image of them. */
@Command(
        name = "image-filter",
        description = "Blurs a photograph or finds its edges, in colour, writes it as PNG, and checks every pixel.")
final class ImageFilter implements Sample {
    /** The colours and the result, both twice, samples of each, and images of both. */
    private static final int ARRAYS = 8;

    @Mixin
    private final Photograph photograph = new Photograph();

    @Option(
            names = "--filter",
            paramLabel = "<name>",
            description = "What to do: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Filter filter = Filter.BLUR;

    @Option(
            names = "--out",
            paramLabel = "<file>",
            converter = PngFile.class,
            description = "Where to write the result (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("image-filter.png");

    /** Made by picocli. */
    ImageFilter() {}

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
        report.fact("input", "%d x %d pixels, %s".formatted(width, height, filter));
        HeapTooSmallException.check(ARRAYS, (long) Integer.BYTES * width * height);
        report.fact("device", Report.nameOf(Gpu.current()));
        IntNdArray colours = NdArrays.of(photo);
        report.twice(() -> filtered(colours));
        BufferedImage picture = filtered(colours).toImage();
        int[] pixels = Photograph.colours(photo);
        Verdict verdict = new BitCheck()
                .ints("pixels", Photograph.colours(picture), i -> expected(pixels, width, i))
                .verdict();
        return verdict.passed() ? PngFile.write(picture, out, report, verdict) : verdict;
    }

    /** {@return samples of shape (height, width, 3)} One kernel adds up all views. */
    private ByteNdArray filtered(IntNdArray colours) {
        IntNdArray samples = colours.expandDims(-1).shr(NdArrays.of(16, 8, 0)).and(0xFF);
        IntNdArray padded = samples.pad(1, 1, 0, Padding.EDGE).pad(1, 1, 1, Padding.EDGE);
        int height = samples.shape()[0];
        int width = samples.shape()[1];
        IntNdArray sum = NdArrays.full(0);
        for (int dy = 0; dy < Filter.TAPS; dy++) {
            for (int dx = 0; dx < Filter.TAPS; dx++) {
                sum = sum.plus(padded.slice(Slice.of(dy, dy + height), Slice.of(dx, dx + width))
                        .times(filter.weight(dx, dy)));
            }
        }
        return sum.div(Filter.DIVISOR).clip(0, 0xFF).toByte();
    }

    /** {@return what plain Java gives for a pixel} */
    private int expected(int[] pixels, int width, int index) {
        int height = pixels.length / width;
        int colour = 0xFF;
        for (int shift = 16; shift >= 0; shift -= Byte.SIZE) {
            int sum = 0;
            for (int dy = 0; dy < Filter.TAPS; dy++) {
                int row = Math.clamp(index / width + dy - 1, 0, height - 1);
                for (int dx = 0; dx < Filter.TAPS; dx++) {
                    int column = Math.clamp(index % width + dx - 1, 0, width - 1);
                    sum += filter.weight(dx, dy) * (pixels[row * width + column] >> shift & 0xFF);
                }
            }
            colour = colour << Byte.SIZE | Math.clamp(sum / Filter.DIVISOR, 0, 0xFF);
        }
        return colour;
    }

    /** What the weights of a pixel and its neighbours do. */
    enum Filter {
        /** Binomial weights, close to a Gaussian bell. */
        BLUR(1, 2, 1, 2, 4, 2, 1, 2, 1),
        /** How much a pixel differs from the mean of its neighbours, twice as bright. */
        EDGES(-4, -4, -4, -4, 32, -4, -4, -4, -4);

        private static final int TAPS = 3;
        private static final int DIVISOR = 16;

        private final int[] weights;

        Filter(int... weights) {
            this.weights = weights;
        }

        int weight(int dx, int dy) {
            return weights[TAPS * dy + dx];
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
