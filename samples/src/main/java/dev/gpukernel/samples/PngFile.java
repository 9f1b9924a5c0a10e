package dev.gpukernel.samples;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Where a picture can be written, as far as can be told before there is one. */
final class PngFile implements ITypeConverter<Path> {
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
