package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
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

/** The samples that are plain loops with more to them than one loop over elements. */
class LoopSamplesTest {
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
    @CsvSource({"1, 1", "33, 70", "300, 1"})
    void multipliesAMatrixAndAVector(String rows, String columns) {
        Console console = run("matrix-vector", "--rows", rows, "--columns", columns, "--seed", "7");

        assertOk(console, "matrix-vector: " + rows + " elements");
        assertThat(console.out().getFirst()).contains(rows + " x " + columns, "seed 7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "16385", "100000"})
    void countsPoints(String points) {
        Console console = run("monte-carlo-pi", "--points", points, "--seed", "7");

        assertOk(console, "monte-carlo-pi: " + points + " points");
        assertThat(console.out().getFirst()).contains("seed 7");
    }

    @Test
    void estimatesPi() {
        assertThat(4.0 * MonteCarloPiKernels.hits(1_000_000, 42) / 1_000_000).isBetween(3.13, 3.15);
    }

    /** The first numbers of SplitMix64 with this seed, as published with its code in other languages. */
    @Test
    void generatesWhatSplitMixDoes() {
        assertThat(MonteCarloPiKernels.random(1234567, 0)).isEqualTo(6457827717110365317L);
        assertThat(MonteCarloPiKernels.random(1234567, 1)).isEqualTo(3203168211198807973L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "16384", "16385", "100000"})
    void sumsInTheDocumentedOrder(String size) {
        Console console = run("dot", "--size", size);

        assertOk(console, "dot: " + size + " elements");
        assertThat(console.out()).anyMatch(line -> line.startsWith("error")).anyMatch(line -> line.startsWith("dot"));
    }

    @Test
    void productsAreSumsWithinTheirBound() {
        float[] ones = new float[40_000];
        Arrays.fill(ones, 1);
        ExactDot exact = ExactDot.of(ones, ones);

        assertThat(exact.sum()).isEqualTo(40_000);
        assertThat(DotOrder.dot(ones, ones)).isEqualTo(40_000);
        assertThat(DotOrder.roundings(16_384)).isEqualTo(1 + 64 + 8 + 1);
        assertThat(DotOrder.roundings(16_385)).isEqualTo(1 + 2 * (64 + 8) + 1);
        assertThat(exact.bound(146)).isBetween(40_000 * 146 * 0x1p-24, 1.001 * 40_000 * 146 * 0x1p-24);
        assertThat(exact.error(40_001)).isGreaterThan(exact.bound(146));
    }

    @Test
    void blursAPicture() throws IOException {
        Path in = folder.resolve("in.png");
        BufferedImage image = new BufferedImage(40, 30, BufferedImage.TYPE_INT_RGB);
        image.setRGB(20, 15, 0xffffff);
        ImageIO.write(image, "png", in.toFile());
        Path out = folder.resolve("blurred.png");

        Console console = run("convolution", "--in", in.toString(), "--out", out.toString());

        assertOk(console, "convolution: 1200 elements");
        assertThat(console.out().getFirst()).contains("40 x 30 pixels", "blur with 9 x 9");
        assertThat(console.out())
                .anyMatch(line -> line.startsWith("plain Java"))
                .anyMatch(line -> line.startsWith("ratio"));
        BufferedImage blurred = ImageIO.read(out.toFile());
        assertThat(blurred.getWidth()).isEqualTo(40);
        assertThat(blurred.getHeight()).isEqualTo(30);
        // 70 * 70 / 256^2 of white stays in the middle; 8 * 70 of it goes three pixels to the right.
        assertThat(blurred.getRaster().getSample(20, 15, 0)).isEqualTo(Math.round(255 * 70 * 70 / 65536f));
        assertThat(blurred.getRaster().getSample(23, 15, 0)).isEqualTo(Math.round(255 * 8 * 70 / 65536f));
        assertThat(blurred.getRaster().getSample(26, 15, 0)).isZero();
    }

    @Test
    void sharpensThePhotographThatItShips() throws IOException {
        Path out = folder.resolve("cat.png");

        Console console = run("photo", "--percent", "200", "--out", out.toString());

        assertOk(console, "photo: 135300 elements");
        assertThat(console.out().getFirst()).contains("451 x 300 pixels", "200 % sharper");
        BufferedImage cat = ImageIO.read(out.toFile());
        assertThat(cat.getWidth()).isEqualTo(451);
        assertThat(cat.getHeight()).isEqualTo(300);
    }

    /** A point in the middle of black: its own colour is 9/64 of what is blurred there. */
    @Test
    void sharpensInColour() throws IOException {
        Path in = folder.resolve("point.png");
        BufferedImage image = new BufferedImage(9, 7, BufferedImage.TYPE_INT_RGB);
        image.setRGB(4, 3, 0x404080);
        ImageIO.write(image, "png", in.toFile());
        Path out = folder.resolve("sharper.png");

        assertOk(
                run("photo", "--in", in.toString(), "--percent", "100", "--out", out.toString()), "photo: 63 elements");

        assertThat(ImageIO.read(out.toFile()).getRGB(4, 3)).isEqualTo(0xFF7777EE);
        assertThat(ImageIO.read(out.toFile()).getRGB(5, 3)).isEqualTo(0xFF000000);
    }

    @Test
    void saysWhatIsNoPhotograph() throws IOException {
        Path text = Files.writeString(folder.resolve("text.jpg"), "no picture");

        Console console = run("photo", "--in", text.toString());

        assertThat(console.exitCode()).isEqualTo(1);
        assertThat(console.err()).contains("text.jpg", "no picture of a format");
    }

    @Test
    void sharpensWhatItDraws() throws IOException {
        Path out = folder.resolve("sharp.png");

        Console console = run("convolution", "--filter", "sharpen", "--side", "33", "--out", out.toString());

        assertOk(console, "convolution: 1089 elements");
        assertThat(console.out().getFirst()).contains("33 x 33 pixels", "sharpen with 3 x 3");
        assertThat(ImageIO.read(out.toFile()).getWidth()).isEqualTo(33);
    }

    @Test
    void pictureThatIsNoneIsTold() {
        Path missing = folder.resolve("missing.png");

        Console console = run(
                "convolution",
                "--in",
                missing.toString(),
                "--out",
                folder.resolve("a.png").toString());

        assertThat(console.exitCode()).isEqualTo(1);
        assertThat(console.err()).startsWith("FAILED convolution").contains(missing.toString());
    }
}
