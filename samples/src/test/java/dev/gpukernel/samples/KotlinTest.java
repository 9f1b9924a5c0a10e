package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Kernel;
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
import java.util.stream.Stream;
import kotlin.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kotlin takes methods of arrays with shapes as operators, as docs/arrays.md shows, and its functions are kernels, as docs/kotlin.md shows. */
class KotlinTest {
    private static final Path PAGE = Path.of(System.getProperty("basedir", ""), "..", "docs", "arrays.md");
    private static final Path KERNELS = PAGE.resolveSibling("kotlin.md");
    private static final Pattern EXAMPLE = Pattern.compile("(?s)```kotlin\\R(.*?)```");
    private static final Pattern PRINTED = Pattern.compile("println\\((.*)\\) // (.*)");

    @TempDir
    private Path folder;

    /** All are compiled at once: the compiler takes as long for one. */
    @Test
    @SuppressWarnings("unchecked") // as the sources say
    void operatorsAreWrittenAsInPythonAndFunctionsAreKernels() throws Exception {
        String example = String.join("", examples(PAGE));
        List<String> kernels = examples(KERNELS);
        assertThat(kernels).hasSize(2);
        Path expressions = folder.resolve("Expressions.kt");
        try (InputStream source = KotlinTest.class.getResourceAsStream("Expressions.kt")) {
            Files.copy(Objects.requireNonNull(source), expressions);
        }
        String imports = "import dev.gpukernel.*\nimport dev.gpukernel.device.*\n";
        Path classes = compiled(
                Files.writeString(
                        folder.resolve("Page.kt"), "import dev.gpukernel.array.*\n" + printing("Page", example)),
                Files.writeString(
                        folder.resolve("Kernels.kt"),
                        imports + kernels.getFirst() + printing("KernelPage", kernels.getLast())),
                expressions);

        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            List<String> differences = (List<String>) loader.loadClass("dev.gpukernel.samples.Expressions")
                    .getMethod("differences")
                    .invoke(null);
            assertThat(differences).containsExactly("planted");
            assertThat(printed(loader, "Page")).hasSizeGreaterThan(4).isEqualTo(expected(example));
            assertThat(printed(loader, "KernelPage")).hasSize(4).isEqualTo(expected(kernels.getLast()));
            for (String name : List.of("saxpy", "dot", "histogram")) {
                assertThat(Kernel.of(loader.loadClass("VectorOps"), name).ptx())
                        .as(name)
                        .contains(".entry");
            }
        }
    }

    private static List<String> examples(Path page) throws IOException {
        return EXAMPLE.matcher(Files.readString(page))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static List<String> expected(String example) {
        return PRINTED.matcher(example)
                .results()
                .map(printed -> printed.group(2).replace("\\n", "\n"))
                .toList();
    }

    /** {@return an object whose function returns what the example prints} */
    private static String printing(String name, String example) {
        return "object " + name + " {\n@JvmStatic fun printed(): List<String> {\nval out = mutableListOf<String>()\n"
                + PRINTED.matcher(example).replaceAll((MatchResult printed) -> "out.add(($1).toString())")
                + "return out\n}\n}\n";
    }

    @SuppressWarnings("unchecked") // as the source says
    private static List<String> printed(ClassLoader loader, String name) throws ReflectiveOperationException {
        return (List<String>) loader.loadClass(name).getMethod("printed").invoke(null);
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
