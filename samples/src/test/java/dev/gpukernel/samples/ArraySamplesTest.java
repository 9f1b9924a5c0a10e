package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The samples with arrays with shapes. */
class ArraySamplesTest {
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
        assertThat(console.out()).extracting(line -> line.split("  ", 2)[0]).contains("device", "first time", "again");
    }

    @ParameterizedTest
    @CsvSource({"500, 0.25", "0, 0.25", "501, NaN", "502, -1"})
    void leakyReluAsAFunctionOfArrays(String size, String alpha) {
        Console console = run("leaky-relu", "--form", "arrays", "--size", size, "--alpha", alpha);

        assertOk(console, "leaky-relu: " + size + " elements");
    }

    @Test
    void bothFormsOfLeakyReluAreTheSame() {
        assertThat(LeakyReluFunctions.leakyRelu(-2, 0.5f)).isEqualTo(-1f);
        assertThat(LeakyReluFunctions.leakyRelu(-0f, 0.5f)).isEqualTo(-0f);
        assertThat(LeakyReluFunctions.leakyRelu(Float.NaN, 0.5f)).isNaN();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "17", "65"})
    void multipliesMatrices(String n) {
        Console console = run("matmul", "--style", "arrays", "--n", n, "--seed", "7");

        assertOk(console, "matmul: " + Integer.parseInt(n) * Integer.parseInt(n) + " elements");
        assertThat(console.out().getFirst()).contains(n + " x " + n, "seed 7", "arrays");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "33, 7", "1000, 70", "5000, 1"})
    void standardizesColumns(int rows, int columns) {
        Console console = run("standardize", "--rows", "" + rows, "--columns", "" + columns, "--seed", "7");

        assertOk(console, "standardize: " + rows * columns + " elements");
        assertThat(console.out().getFirst()).contains(rows + " x " + columns, "seed 7");
    }

    @Test
    void sumsInLanes() {
        float[] ones = new float[10_000];
        Arrays.fill(ones, 1);
        assertThat(LaneOrder.sum(ones, 1)).isEqualTo(10_000);
        // 64 elements are two lanes, of which the second has all that is lost beside a large number.
        float[] mixed = new float[64];
        mixed[0] = 0x1p24f;
        for (int i = 1; i < mixed.length; i += 2) {
            mixed[i] = 1;
        }
        assertThat(LaneOrder.sum(mixed, 1)).isEqualTo(0x1p24f + 32);
        assertThat(LaneOrder.sum(mixed, 1 << 18)).isEqualTo(0x1p24f);
    }

    @ParameterizedTest
    @ValueSource(strings = {"blur", "edges"})
    void filtersThePhotographThatItShips(String filter) throws IOException {
        Path out = folder.resolve(filter + ".png");

        Console console = run("image-filter", "--filter", filter, "--out", out.toString());

        assertOk(console, "image-filter: 135300 elements");
        assertThat(console.out().getFirst()).contains("451 x 300 pixels", filter);
        assertThat(ImageIO.read(out.toFile()).getWidth()).isEqualTo(451);
    }

    /** A point in a corner counts as its own neighbours outside. */
    @Test
    void filtersInColour() throws IOException {
        Path in = folder.resolve("point.png");
        BufferedImage image = new BufferedImage(5, 4, BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, 0x408010);
        ImageIO.write(image, "png", in.toFile());
        Path blurred = folder.resolve("blurred.png");
        Path edges = folder.resolve("edges.png");

        assertOk(run("image-filter", "--in", in.toString(), "--out", blurred.toString()), "image-filter: 20 elements");
        assertOk(
                run("image-filter", "--in", in.toString(), "--filter", "edges", "--out", edges.toString()),
                "image-filter: 20 elements");

        assertThat(ImageIO.read(blurred.toFile()).getRGB(0, 0)).isEqualTo(0xFF244809);
        assertThat(ImageIO.read(blurred.toFile()).getRGB(1, 0)).isEqualTo(0xFF0C1803);
        assertThat(ImageIO.read(blurred.toFile()).getRGB(2, 0)).isEqualTo(0xFF000000);
        assertThat(ImageIO.read(edges.toFile()).getRGB(0, 0)).isEqualTo(0xFF50A014);
        assertThat(ImageIO.read(edges.toFile()).getRGB(1, 0)).isEqualTo(0xFF000000);
    }

    @Test
    void pictureThatIsNoneIsTold() {
        Path missing = folder.resolve("missing.png");

        Console console = run("image-filter", "--in", missing.toString());

        assertThat(console.exitCode()).isEqualTo(1);
        assertThat(console.err()).startsWith("FAILED image-filter").contains(missing.toString());
    }
}
