package dev.gpukernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Texts that must stay as they are, kept as files. {@code -Dgpukernel.goldens=write} writes what is there now instead. */
public final class Golden {
    private static final Path FOLDER = Path.of("src", "test", "resources", "golden");
    private static final boolean WRITE = "write".equals(System.getProperty("gpukernel.goldens"));

    private Golden() {}

    /**
     * Compares a text with its file.
     *
     * @param name path of the file in the folder of goldens
     * @param text what it must be
     */
    public static void check(String name, String text) {
        Path file = FOLDER.resolve(name);
        try {
            if (WRITE) {
                Files.createDirectories(FOLDER.resolve(name).resolveSibling("."));
                Files.writeString(file, text);
                return;
            }
            assertThat(file)
                    .as("golden file, written by -Dgpukernel.goldens=write")
                    .exists();
            assertThat(text).as(file.toString()).isEqualTo(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
