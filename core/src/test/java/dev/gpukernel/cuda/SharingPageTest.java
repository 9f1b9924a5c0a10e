package dev.gpukernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.oracle.InMemoryCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What docs/sharing.md and docs/libraries.md show compiles. */
final class SharingPageTest {
    private static final Path PAGES = Path.of(System.getProperty("basedir", ""), "..", "docs");
    private static final Pattern SAMPLE = Pattern.compile("(?s)```java\\n(.*?)```");
    private static final Pattern CUDA = Pattern.compile("(?s)```cuda\\n(.*?)```");
    private static final Pattern NAME = Pattern.compile("(?m)^final class (\\w+)");

    @ParameterizedTest
    @CsvSource({"sharing.md, 3", "libraries.md, 2"})
    void samplesCompile(String page, int samples) throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        Matcher sample = SAMPLE.matcher(Files.readString(PAGES.resolve(page)));
        while (sample.find()) {
            Matcher name = NAME.matcher(sample.group(1));
            assertThat(name.find()).isTrue();
            sources.put(name.group(1), sample.group(1));
        }
        assertThat(sources).hasSize(samples);
        assertThat(InMemoryCompiler.compile(sources)).isNotNull();
    }

    @Test
    void theLibraryIsThatOfTheSample() throws IOException {
        Matcher shown = CUDA.matcher(Files.readString(PAGES.resolve("libraries.md")));
        assertThat(shown.find()).isTrue();
        Path sample = PAGES.resolveSibling("samples/src/main/resources/dev/gpukernel/samples/scaling.cu");
        assertThat(Files.readString(sample)).contains(shown.group(1));
    }
}
