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

/** What docs/sharing.md shows compiles. */
final class SharingPageTest {
    private static final Path PAGE = Path.of(System.getProperty("basedir", ""), "..", "docs", "sharing.md");
    private static final Pattern SAMPLE = Pattern.compile("(?s)```java\\n(.*?)```");
    private static final Pattern NAME = Pattern.compile("(?m)^final class (\\w+)");
    private static final int SAMPLES = 3;

    @Test
    void samplesCompile() throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        Matcher sample = SAMPLE.matcher(Files.readString(PAGE));
        while (sample.find()) {
            Matcher name = NAME.matcher(sample.group(1));
            assertThat(name.find()).isTrue();
            sources.put(name.group(1), sample.group(1));
        }
        assertThat(sources).hasSize(SAMPLES);
        assertThat(InMemoryCompiler.compile(sources)).isNotNull();
    }
}
