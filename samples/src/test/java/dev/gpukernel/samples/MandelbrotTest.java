package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.samples.MandelbrotKernels.Complex;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MandelbrotTest {
    private static final int BLACK = 0xff000000;

    @TempDir
    private Path folder;

    @Test
    void pictureCanBeReadAndShowsTheSet() throws IOException {
        Path file = folder.resolve("set.png");

        Console console = run(file, "--width", "140", "--height", "120");

        assertThat(console.err()).isEmpty();
        assertThat(console.exitCode()).isZero();
        assertThat(console.lastLine()).startsWith("OK mandelbrot: 16800 elements");
        assertThat(console.out()).anyMatch(line -> line.startsWith("picture") && line.endsWith(file.toString()));
        BufferedImage image = ImageIO.read(file.toFile());
        assertThat(image.getWidth()).isEqualTo(140);
        assertThat(image.getHeight()).isEqualTo(120);
        assertThat(image.getRGB(100, 60)).as("a point near zero").isEqualTo(BLACK);
        assertThat(image.getRGB(0, 0)).as("a corner").isNotEqualTo(BLACK);
        assertThat(image.getRGB(30, 20)).as("the mirror").isEqualTo(image.getRGB(30, 100));
    }

    @Test
    void onePixelIsAPicture() throws IOException {
        Path file = folder.resolve("one.PNG");

        Console console = run(file, "--width", "1", "--height", "1");

        assertThat(console.lastLine()).startsWith("OK mandelbrot: 1 elements");
        assertThat(ImageIO.read(file.toFile()).getWidth()).isEqualTo(1);
    }

    @Test
    void fileThatCannotBeWrittenIsToldBeforeAnythingRuns() throws IOException {
        Path picturesFolder = Files.createDirectory(folder.resolve("folder.png"));

        assertRefused(folder.resolve("missing").resolve("set.png"), "in no folder that exists");
        assertRefused(folder.resolve("set.gif"), "does not end with .png");
        assertRefused(picturesFolder, "is a folder");
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 100", "-1, 0, 100", "3, 0, 1", "1, 0, 3", "-2, 0, 100"})
    void stepsAreThoseThatAPointTakes(double re, double im, int steps) {
        assertThat(MandelbrotKernels.stepsOf(new Complex(re, im), 100)).isEqualTo(steps);
    }

    private static void assertRefused(Path file, String reason) {
        Console console = run(file);

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.err()).contains("--out", file.toString(), reason);
        assertThat(console.out()).isEmpty();
    }

    private static Console run(Path file, String... options) {
        String[] arguments = new String[options.length + 5];
        arguments[0] = "mandelbrot";
        arguments[1] = "--backend";
        arguments[2] = "cpu";
        arguments[3] = "--out";
        arguments[4] = file.toString();
        System.arraycopy(options, 0, arguments, 5, options.length);
        return Console.of(arguments);
    }
}
