package dev.gpukernel.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every generated source, whole. A folder holds kernels, and beside them the launchers that they get; {@code
 * -Dgpukernel.goldens=write} rewrites the launchers.
 */
class GoldenTest {
    private static final Path GOLDENS = Path.of("src/test/resources/golden");
    private static final boolean WRITE = "write".equals(System.getProperty("gpukernel.goldens"));

    static List<Path> folders() throws IOException {
        try (Stream<Path> folders = Files.list(GOLDENS)) {
            return folders.sorted().toList();
        }
    }

    @Test
    void foldersAreFound() throws IOException {
        assertThat(folders()).hasSizeGreaterThanOrEqualTo(9);
    }

    @ParameterizedTest
    @MethodSource("folders")
    void launchersAreAsRecorded(Path folder) throws IOException {
        SourceCompilation compilation = SourceCompilation.of(read(folder, ".java"));
        assertThat(compilation.diagnostics()).isEmpty();
        Map<String, String> generated = compilation.generated();
        for (Map.Entry<String, String> launchers : generated.entrySet()) {
            check(folder.resolve(Path.of(launchers.getKey()).getFileName() + ".golden"), launchers.getValue());
        }
        assertThat(read(folder, ".golden")).hasSameSizeAs(generated.keySet());
    }

    private static void check(Path golden, String source) throws IOException {
        if (WRITE) {
            Files.writeString(golden, source);
        } else if (!Files.exists(golden)) {
            fail("missing golden %s; create it with -Dgpukernel.goldens=write".formatted(golden.toAbsolutePath()));
        }
        assertThat(source).isEqualTo(Files.readString(golden));
    }

    private static String[] read(Path folder, String suffix) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> matching = files.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
            String[] contents = new String[matching.size()];
            for (int i = 0; i < contents.length; i++) {
                contents[i] = Files.readString(matching.get(i));
            }
            return contents;
        }
    }
}
