package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.array.NdArrays;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kotlin.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kotlin takes methods of arrays with shapes as operators, as docs/arrays.md shows. */
class KotlinTest {
    private static final Path PAGE = Path.of(System.getProperty("basedir", ""), "..", "docs", "arrays.md");
    private static final Pattern EXAMPLE = Pattern.compile("(?s)```kotlin\\R(.*?)```");
    private static final Pattern PRINTED = Pattern.compile("println\\((.*)\\) // (.*)");

    @TempDir
    private Path folder;

    /** Both are compiled at once: the compiler takes as long for one. */
    @Test
    @SuppressWarnings("unchecked") // as the sources say
    void operatorsAreWrittenAsInPython() throws Exception {
        String example = EXAMPLE.matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.joining());
        List<String> expected = PRINTED.matcher(example)
                .results()
                .map(printed -> printed.group(2).replace("\\n", "\n"))
                .toList();
        assertThat(expected).hasSizeGreaterThan(4);
        String page = "import dev.gpukernel.array.*\nobject Page {\n@JvmStatic fun printed(): List<String> {\n"
                + "val out = mutableListOf<String>()\n"
                + PRINTED.matcher(example).replaceAll((MatchResult printed) -> "out.add(($1).toString())")
                + "return out\n}\n}\n";
        Path expressions = folder.resolve("Expressions.kt");
        try (InputStream source = KotlinTest.class.getResourceAsStream("Expressions.kt")) {
            Files.copy(Objects.requireNonNull(source), expressions);
        }
        Path classes = compiled(Files.writeString(folder.resolve("Page.kt"), page), expressions);

        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            List<String> differences = (List<String>) loader.loadClass("dev.gpukernel.samples.Expressions")
                    .getMethod("differences")
                    .invoke(null);
            assertThat(differences).containsExactly("planted");
            assertThat((List<String>)
                            loader.loadClass("Page").getMethod("printed").invoke(null))
                    .isEqualTo(expected);
        }
    }

    /** In a JVM of its own, which takes half the time of this one: it does not compile to the fastest code. */
    private Path compiled(Path... sources) throws IOException, InterruptedException, URISyntaxException {
        Path classes = folder.resolve("classes");
        Path said = folder.resolve("said.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-classpath",
                System.getProperty("java.class.path"),
                "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
                "-d",
                classes.toString(),
                "-no-stdlib",
                "-no-reflect",
                "-classpath",
                classPath(NdArrays.class, Unit.class)));
        Stream.of(sources).map(Path::toString).forEach(command::add);
        Process compiler = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        int code = compiler.waitFor();
        assertThat(code).as("%s", Files.readString(said)).isZero();
        return classes;
    }

    private static String classPath(Class<?>... types) throws URISyntaxException {
        StringBuilder path = new StringBuilder();
        for (Class<?> type : types) {
            path.append(path.isEmpty() ? "" : File.pathSeparator)
                    .append(Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI()));
        }
        return path.toString();
    }
}
