package dev.gpukernel.processor;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A module that requires ours is compiled with the jars of this build, runs, and is linked into a runtime image that runs. */
class ModulesBuildIT {
    private static final String LAUNCHED = """
            package com.acme;

            import dev.gpukernel.GpuKernel;
            import dev.gpukernel.array.NdArrays;
            import java.util.Arrays;

            public final class Main {
                private Main() {}

                record Weights(float first, float second) {}

                @GpuKernel
                static void add(Weights weights, float[] a, float[] b, float[] sum) {
                    for (int i = 0; i < sum.length; i++) {
                        sum[i] = weights.first() * a[i] + weights.second() * b[i];
                    }
                }

                public static void main(String[] arguments) {
                    float[] sum = new float[3];
                    MainGpu.add(new Weights(2, 0.5f), new float[] {0.5f, 1, 1.5f}, new float[] {20, 40, 60}, sum);
                    System.out.println(Arrays.toString(sum) + NdArrays.of(3, 1, 2).sort().plus(sum.length));
                }
            }
            """;

    /** By its name, and a function: both are read with reflection. */
    private static final String BY_NAME = """
            package com.acme;

            import dev.gpukernel.GpuKernel;
            import dev.gpukernel.Kernel;
            import dev.gpukernel.array.NdArrays;
            import java.util.Arrays;

            public final class Main {
                private Main() {}

                @GpuKernel
                private static void add(float[] a, float[] b, float[] sum) {
                    for (int i = 0; i < sum.length; i++) {
                        sum[i] = a[i] + b[i];
                    }
                }

                public static void main(String[] arguments) {
                    float[] sum = new float[3];
                    Kernel.of(Main.class, "add").launch(new float[] {1, 2, 3}, new float[] {10, 20, 30}, sum);
                    System.out.println(Arrays.toString(sum) + NdArrays.of(3, 1, 2).map(x -> 2 * x));
                }
            }
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void jarsAreMade() {
        assumeTrue(System.getProperty("build.version") != null, "the jars are not made yet");
    }

    private static Path jar(String module) {
        String version = requireNonNull(System.getProperty("build.version"));
        return Path.of("..", module, "target", "gpukernel-" + module + "-" + version + ".jar");
    }

    private static String modulePath(Path... more) {
        Stream<String> libraries = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> Path.of(entry).getFileName().toString().matches("(asm|asm-tree|jspecify)-[0-9].*"));
        return Stream.concat(Stream.of(more).map(Path::toString), libraries)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private record Result(int exitCode, String output) {}

    private static Result call(String tool, List<String> arguments) {
        StringWriter output = new StringWriter();
        PrintWriter writer = new PrintWriter(output, true);
        int exitCode = ToolProvider.findFirst(tool).orElseThrow().run(writer, writer, arguments.toArray(String[]::new));
        return new Result(exitCode, output.toString());
    }

    private Path compile(String name, String descriptor, String source) throws IOException {
        Path classes = folder.resolve(name);
        Path module = Files.writeString(
                folder.resolve("module-info.java"), "module com.acme { requires dev.gpukernel; " + descriptor + " }");
        Path main = Files.writeString(folder.resolve("Main.java"), source);
        Result compiled = call(
                "javac",
                List.of(
                        "-Xlint:all",
                        "-Werror",
                        "-d",
                        classes.toString(),
                        "--module-path",
                        modulePath(jar("core")),
                        "--processor-module-path",
                        modulePath(jar("core"), jar("processor")),
                        module.toString(),
                        main.toString()));
        assertThat(compiled.output()).isEmpty();
        assertThat(compiled.exitCode()).isZero();
        return classes;
    }

    private static Result run(Path java, String... options) throws IOException, InterruptedException {
        List<String> command = Stream.concat(
                        Stream.of(
                                java.toString(),
                                "-Dgpukernel.backend=cpu",
                                "--enable-native-access=dev.gpukernel",
                                "--illegal-native-access=deny"),
                        Stream.of(options))
                .toList();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroy();
        }
        return new Result(process.waitFor(), output);
    }

    private static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    @Test
    void aLaunchersKernelRunsAndIsLinked() throws IOException, InterruptedException {
        Path classes = compile("launched", "", LAUNCHED);
        String path = modulePath(classes, jar("core"));
        String expected = "[11.0, 22.0, 33.0][4, 5, 6]";
        Result ran = run(java(), "--module-path", path, "--module", "com.acme/com.acme.Main");
        assertThat(ran.output()).contains(expected);
        Path image = folder.resolve("image");
        Result linked = call(
                "jlink", List.of("--module-path", path, "--add-modules", "com.acme", "--output", image.toString()));
        assertThat(linked.exitCode()).as(linked.output()).isZero();
        Result ranLinked = run(image.resolve(Path.of("bin", "java")), "--module", "com.acme/com.acme.Main");
        assertThat(ranLinked.output()).contains(expected);
    }

    @Test
    void aKernelByNameNeedsAnOpenPackage() throws IOException, InterruptedException {
        Path open = compile("open", "opens com.acme to dev.gpukernel;", BY_NAME);
        Result ran = run(java(), "--module-path", modulePath(open, jar("core")), "--module", "com.acme/com.acme.Main");
        assertThat(ran.output()).contains("[11.0, 22.0, 33.0][6, 2, 4]");
        Path closed = compile("closed", "", BY_NAME);
        Result refused =
                run(java(), "--module-path", modulePath(closed, jar("core")), "--module", "com.acme/com.acme.Main");
        assertThat(refused.output())
                .contains("[KernelClassClosed] class com.acme.Main cannot be reached", "open its package to module");
    }
}
