package dev.gpukernel.processor;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Maven builds the project of two modules in {@code src/it/two-modules}, with the jars that this build has made. It takes
 * everything else from the local repository of this build, so it needs no network.
 */
class MavenBuildIT {
    private static final Path PROJECT = Path.of("src/it/two-modules");
    private static final String LENGTHS = "kernels/src/main/java/com/acme/kernels/Lengths.java";
    private static final String PADDING = "kernels/src/main/java/com/acme/kernels/Padding.java";

    @TempDir
    Path folder;

    private record Result(int exitCode, String output) {}

    @BeforeEach
    void installWhatThisBuildMade() throws IOException {
        assumeTrue(System.getProperty("build.repository") != null, "the jars are not made yet");
        assumeTrue(maven() != null, "there is no mvn on the PATH");
        copy(PROJECT, folder.resolve("project"));
        install(Path.of("..", "pom.xml"), "gpukernel-parent", "pom");
        for (String module : List.of("core", "processor")) {
            String artifact = "gpukernel-" + module;
            install(Path.of("..", module, "pom.xml"), artifact, "pom");
            install(Path.of("..", module, "target", artifact + "-" + version() + ".jar"), artifact, "jar");
        }
        Files.writeString(folder.resolve("settings.xml"), """
                <settings>
                  <mirrors>
                    <mirror>
                      <id>outer</id>
                      <mirrorOf>*</mirrorOf>
                      <url>%s</url>
                    </mirror>
                  </mirrors>
                </settings>
                """.formatted(
                        Path.of(property("build.repository")).toUri()));
    }

    private static String version() {
        return property("build.version");
    }

    private static String property(String name) {
        return requireNonNull(System.getProperty(name), () -> name + " is set by the build");
    }

    private void install(Path file, String artifact, String extension) throws IOException {
        Path target = folder.resolve(Path.of(
                "repository", "dev", "gpukernel", artifact, version(), artifact + "-" + version() + "." + extension));
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }

    private static @Nullable String maven() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry, File.separatorChar == '/' ? "mvn" : "mvn.cmd"))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElse(null);
    }

    private Result compile() throws IOException, InterruptedException {
        return run(
                requireNonNull(maven()),
                "-B",
                "-s",
                folder.resolve("settings.xml").toString(),
                "-Dmaven.repo.local=" + folder.resolve("repository"),
                "-Dgpukernel.version=" + version(),
                "compile");
    }

    private Result run(String... command) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        ProcessBuilder process = new ProcessBuilder(command)
                .directory(folder.resolve("project").toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        process.environment().put("JAVA_HOME", System.getProperty("java.home"));
        process.environment().remove("MAVEN_OPTS");
        Process started = process.start();
        if (!started.waitFor(5, TimeUnit.MINUTES)) {
            started.destroy();
        }
        return new Result(started.waitFor(), Files.readString(output));
    }

    private void edit(String file, String old, String replacement) throws IOException {
        Path source = folder.resolve("project").resolve(file);
        String text = Files.readString(source);
        assertThat(text).contains(old);
        Files.writeString(source, text.replace(old, replacement));
    }

    @Test
    void compilesRunsAndFailsAtTheLine() throws IOException, InterruptedException {
        Result sound = compile();
        assertThat(sound.exitCode()).as(sound.output()).isZero();
        String classPath = Stream.of("kernels/target/classes", "numbers/target/classes")
                .map(part -> folder.resolve("project").resolve(part).toString())
                .reduce(System.getProperty("java.class.path"), (left, right) -> right + File.pathSeparator + left);
        Result ran = run(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath,
                "com.acme.kernels.Lengths");
        assertThat(ran.output()).contains("[1, 3, 3]");

        edit(PADDING, "return number < 0 ? 1 : 0;", "return (number + \"\").startsWith(\"-\") ? 1 : 0;");
        edit(LENGTHS, "private Lengths() {}", """
                private static final java.util.List<Integer> list = new java.util.ArrayList<>();""");
        edit(LENGTHS, "+ Padding.of(numbers[i]);", """
                + Padding.of(numbers[i]);
                            list.add(lengths[i]);""");
        Result inModule = compile();
        assertThat(inModule.exitCode()).isNotZero();
        assertThat(inModule.output())
                .contains(
                        "Padding.java:[7,29] [CallUnsupported] call of String.startsWith(String)",
                        "called from com.acme.kernels.Lengths.lengths(Lengths.java:13)",
                        "help: ask literals alone, or pass the characters as a char[]",
                        "Lengths.java:[14,13] [FieldAccess] access to field Lengths.list");

        edit(PADDING, "return (number + \"\").startsWith(\"-\") ? 1 : 0;", "return 0;");
        edit(LENGTHS, "list.add(lengths[i]);", "");
        edit("numbers/src/main/java/com/acme/numbers/Numbers.java", "int digits = 1;", """
                int digits = 1;
                        java.util.List<Integer> list = new java.util.ArrayList<>();
                        list.add(number);""");
        Result inOtherModule = compile();
        assertThat(inOtherModule.exitCode()).isNotZero();
        assertThat(inOtherModule.output())
                .containsPattern(
                        "Lengths\\.java:\\[13,\\d+] Numbers\\.java:9: \\[Allocation] creation of an object of class"
                                + " ArrayList");
    }
}
