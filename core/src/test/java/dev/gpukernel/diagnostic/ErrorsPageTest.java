package dev.gpukernel.diagnostic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page for users explains every code, in the enum's order, and no other. */
class ErrorsPageTest {
    private static final Path PAGE = Path.of(System.getProperty("basedir", ""), "..", "docs", "errors.md");

    /** A heading with a code, and the first line of what it means. */
    private static final Pattern ENTRY = Pattern.compile("(?m)^### `(\\w*)`\\R(?!#|\\R)");

    @Test
    void explainsEveryCode() throws IOException {
        List<String> explained = ENTRY.matcher(Files.readString(PAGE))
                .results()
                .map(heading -> heading.group(1))
                .toList();
        assertThat(explained)
                .as("headings of %s", PAGE)
                .containsExactlyElementsOf(
                        Arrays.stream(Message.values()).map(Message::code).toList());
    }
}
