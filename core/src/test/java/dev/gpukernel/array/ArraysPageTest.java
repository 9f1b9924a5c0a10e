package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.oracle.InMemoryCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of the pages about arrays compile, and print what the pages say. */
class ArraysPageTest {
    private static final Path DOCS = Path.of(System.getProperty("basedir", ""), "..", "docs");
    private static final Pattern EXAMPLE = Pattern.compile("(?s)```java\\R(.*?)```");
    private static final Pattern PRINTED = Pattern.compile("System\\.out\\.println\\((.*)\\); // (.*)");
    private static final int LEAST_EXAMPLES = 4;

    @ParameterizedTest
    @ValueSource(strings = {"arrays.md", "from-python.md"})
    @SuppressWarnings("unchecked") // as the source says
    void examplesPrintWhatThePageSays(String page) throws IOException, ReflectiveOperationException {
        List<String> examples = EXAMPLE.matcher(Files.readString(DOCS.resolve(page)))
                .results()
                .map(example -> example.group(1))
                .toList();
        assertThat(examples).hasSizeGreaterThanOrEqualTo(LEAST_EXAMPLES);
        for (String example : examples) {
            List<String> expected = PRINTED.matcher(example)
                    .results()
                    .map(printed -> printed.group(2).replace("\\n", "\n"))
                    .toList();
            String source = "import dev.gpukernel.array.*;\nimport java.awt.image.*;\nimport java.lang.foreign.*;\n"
                    + "import java.util.*;\npublic class Example {\n"
                    + "public static List<String> run() {\nList<String> out = new ArrayList<>();\n"
                    + PRINTED.matcher(example).replaceAll((MatchResult printed) -> "out.add(String.valueOf($1));")
                    + "return out;\n}\n}\n";
            List<String> actual = (List<String>) InMemoryCompiler.compile(Map.of("Example", source))
                    .loadClass("Example")
                    .getMethod("run")
                    .invoke(null);
            assertThat(actual).as(example).isEqualTo(expected);
        }
    }
}
