package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The samples whose threads work together. */
class CooperativeSamplesTest {
    @TempDir
    private Path folder;

    private static Console run(String sample, String... options) {
        List<String> arguments = new ArrayList<>(List.of(sample, "--backend", "cpu"));
        arguments.addAll(List.of(options));
        return Console.of(arguments.toArray(String[]::new));
    }

    private static void assertOk(Console console, String start) {
        assertThat(console.err()).isEmpty();
        assertThat(console.exitCode()).isZero();
        assertThat(console.lastLine()).startsWith("OK " + start).contains("cpu");
    }

    @ParameterizedTest
    @CsvSource({"1, tiled, 1", "16, tiled, 256", "33, tiled, 1089", "33, naive, 1089"})
    void multipliesMatrices(String n, String style, int elements) {
        Console console = run("matmul", "--n", n, "--style", style, "--seed", "7");

        assertOk(console, "matmul: " + elements + " elements");
        assertThat(console.out().getFirst()).contains(n + " x " + n, "seed 7", style);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "5, 6, 30", "70, 33, 2310"})
    void transposesAMatrix(String width, String height, int elements) {
        Console console = run("transpose", "--width", width, "--height", height);

        assertOk(console, "transpose: " + elements + " elements");
    }

    @Test
    void reducesToThreeNumbers() {
        Console console = run("reduce", "--size", "1000");

        assertOk(console, "reduce: 1000 elements");
        assertThat(console.out()).extracting(line -> line.split("  ", 2)[0]).contains("sum", "least", "greatest");
    }

    /** Else its histogram has gaps; only a few of the darkest shades, which few pixels have, may be absent. */
    @Test
    void pictureOfTheMandelbrotSetLeavesNoShadesOut() {
        boolean[] has = new boolean[256];
        for (byte pixel : GreyPicture.mandelbrot().pixels()) {
            has[pixel & 0xff] = true;
        }
        for (int shade = 50; shade < 255; shade++) {
            assertThat(has[shade]).as("%d", shade).isTrue();
        }
    }

    @Test
    void drawsTheHistogramOfAPicture() throws IOException {
        Path in = folder.resolve("in.png");
        BufferedImage image = new BufferedImage(40, 30, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < 30; y++) {
            image.setRGB(7, y, 0xffffff);
        }
        ImageIO.write(image, "png", in.toFile());
        Path out = folder.resolve("histogram.png");

        Console console = run("histogram", "--in", in.toString(), "--out", out.toString());

        assertOk(console, "histogram: 256 elements");
        assertThat(console.out().getFirst()).contains("40 x 30 pixels");
        BufferedImage chart = ImageIO.read(out.toFile());
        int bottom = chart.getHeight() - 1;
        int background = chart.getRGB(chart.getWidth() / 2, bottom);
        assertThat(chart.getRGB(0, bottom)).as("black pixels").isNotEqualTo(background);
        assertThat(chart.getRGB(chart.getWidth() - 1, bottom))
                .as("white pixels")
                .isNotEqualTo(background);
        assertThat(chart.getRGB(0, 0)).as("most of all").isNotEqualTo(background);
        assertThat(chart.getRGB(chart.getWidth() - 1, 0)).as("fewer").isEqualTo(background);
    }

    @Test
    void pictureThatIsNoneIsTold() {
        Path missing = folder.resolve("missing.png");

        Console console = run(
                "histogram",
                "--in",
                missing.toString(),
                "--out",
                folder.resolve("a.png").toString());

        assertThat(console.exitCode()).isEqualTo(1);
        assertThat(console.err()).startsWith("FAILED histogram").contains(missing.toString());
    }

    @Test
    void drawsHeatThatHasSpread() throws IOException {
        Path out = folder.resolve("heat.png");

        Console console = run("heat", "--width", "64", "--height", "40", "--steps", "99", "--out", out.toString());

        assertOk(console, "heat: 2560 elements");
        assertThat(console.out().getFirst()).contains("100 steps");
        BufferedImage plate = ImageIO.read(out.toFile());
        assertThat(plate.getWidth()).isEqualTo(64);
        assertThat(plate.getHeight()).isEqualTo(40);
        int nearTheRim = plate.getRGB(32, 2) >> 16 & 0xff;
        int farFromIt = plate.getRGB(32, 20) >> 16 & 0xff;
        assertThat(nearTheRim).isGreaterThan(farFromIt);
    }
}
