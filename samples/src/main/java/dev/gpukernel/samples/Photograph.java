package dev.gpukernel.samples;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A photograph that a sample changes: options that both of them have. */
final class Photograph {
    private static final String CAT = "cat.jpg";

    @Option(
            names = "--in",
            paramLabel = "<file>",
            description = "The photograph, in a format that Java reads, such as PNG or JPEG (default: one of a cat).")
    private @Nullable Path in;

    /** Made by the sample. */
    Photograph() {}

    /** {@return the photograph in the file, or the one that comes with the samples} */
    BufferedImage read() throws IOException {
        Path file = in;
        if (file != null && !Files.isReadable(file)) {
            throw new IOException("there is no file '" + file + "' that can be read");
        }
        try (InputStream bytes =
                file == null ? Photograph.class.getResourceAsStream(CAT) : Files.newInputStream(file)) {
            BufferedImage image = bytes == null ? null : ImageIO.read(bytes);
            if (image == null) {
                throw new IOException(
                        "'" + (file == null ? CAT : file) + "' is no picture of a format that this Java runtime reads");
            }
            return image;
        }
    }

    /** {@return the colours of a picture, row by row} */
    static int[] colours(BufferedImage image) {
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }
}
