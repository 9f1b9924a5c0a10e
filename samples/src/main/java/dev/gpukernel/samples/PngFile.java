package dev.gpukernel.samples;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import javax.imageio.ImageIO;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Where a picture can be written, as far as can be told before there is one, and its writing. */
public final class PngFile implements ITypeConverter<Path> {
    /** Called by picocli. */
    PngFile() {}

    @Override
    public Path convert(String text) {
        Path file = path(text);
        if (!text.toLowerCase(Locale.ROOT).endsWith(".png")) {
            throw refused(text, "does not end with .png");
        }
        if (Files.isDirectory(file)) {
            throw refused(text, "is a folder");
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw refused(text, "is in no folder that exists");
        }
        if (!Files.isWritable(Files.exists(file) ? file : folder)) {
            throw refused(text, "cannot be written");
        }
        return file;
    }

    /**
     * Writes the picture of a run that passed, and reports where it is.
     *
     * @return the verdict, or that the picture cannot be written
     */
    static Verdict write(BufferedImage picture, Path file, Report report, Verdict verdict) {
        try {
            write(picture, file);
        } catch (IOException e) {
            return Verdict.failed("the picture cannot be written: " + e);
        }
        report.fact("picture", file.toString());
        return verdict;
    }

    private static void write(BufferedImage picture, Path file) throws IOException {
        ImageIO.setUseCache(false);
        try (OutputStream out = Files.newOutputStream(file)) {
            if (!ImageIO.write(picture, "png", out)) {
                throw new IOException("this Java runtime has no writer of PNG files");
            }
        }
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw refused(text, "is no file name: " + e.getReason());
        }
    }

    private static TypeConversionException refused(String text, String reason) {
        return new TypeConversionException("'" + text + "' " + reason);
    }
}
