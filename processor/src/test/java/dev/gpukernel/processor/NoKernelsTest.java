package dev.gpukernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A project without kernels has nothing to pay for but that annotation processing runs: what checks bodies is not even loaded, and
 * nothing listens to javac any more once that is over. A process of its own compiles, as only in that it is known what was loaded.
 */
class NoKernelsTest {
    private static final String NO_KERNEL = """
            package com.acme;
            class Plain {
                @Deprecated static void k(int[] x) { x[0]++; }
            }
            """;
    private static final String KERNEL = """
            package com.acme;
            class Ops {
                @dev.gpukernel.GpuKernel static void k(int[] x) { x[dev.gpukernel.device.Grid.x()]++; }
            }
            """;

    @TempDir
    Path folder;

    private Path sources;

    @BeforeEach
    void addSourceWithoutKernels() throws IOException {
        sources = Files.createDirectory(folder.resolve("src"));
        Files.writeString(sources.resolve("Plain.java"), NO_KERNEL);
    }

    /**
     * What was seen of a compilation.
     *
     * @param loaded classes, in order
     * @param listeners how many listened to javac whenever it began to write a class
     */
    private record Compilation(List<String> loaded, Set<Integer> listeners) {
        /** {@return the classes of the front end and of its parser of class files} */
        List<String> loadedToCheck() {
            return loaded.stream()
                    .filter(name -> name.startsWith("dev.gpukernel.internal.") || name.startsWith("org.objectweb.asm."))
                    .toList();
        }
    }

    @Test
    void loadNothingThatChecks() throws IOException, InterruptedException {
        Compilation compilation = compile();
        assertThat(compilation.loaded).contains(GpuKernelProcessor.class.getName());
        // The interface by which it would ask for class files.
        assertThat(compilation.loadedToCheck()).containsOnly("dev.gpukernel.internal.frontend.UnloadedClasses$Files");
        assertThat(compilation.listeners).containsOnly(0);
    }

    @Test
    void oneKernelIsEnoughToCheck() throws IOException, InterruptedException {
        Files.writeString(sources.resolve("Ops.java"), KERNEL);
        Compilation compilation = compile();
        assertThat(compilation.loadedToCheck())
                .contains("dev.gpukernel.internal.frontend.FrontEnd", "org.objectweb.asm.ClassReader");
        assertThat(compilation.listeners).containsOnly(1);
    }

    private Compilation compile() throws IOException, InterruptedException {
        Path loads = folder.resolve("loads");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-opens=jdk.compiler/com.sun.tools.javac.api=ALL-UNNAMED",
                        "-Xlog:class+load=info:file=" + loads + "::filesize=0",
                        "-cp",
                        System.getProperty("java.class.path"),
                        NoKernelsTest.class.getName(),
                        sources.toString(),
                        Files.createDirectories(folder.resolve("classes")).toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Set<Integer> listeners = new HashSet<>();
        for (String line : new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList()) {
            listeners.add(Integer.valueOf(line));
        }
        assertThat(process.waitFor()).isZero();
        List<String> loaded = new ArrayList<>();
        for (String line : Files.readAllLines(loads)) {
            // "[0.031s][info][class,load] java.lang.Object source: …"
            loaded.add(line.substring(line.lastIndexOf("] ") + 2).split(" ", 2)[0]);
        }
        return new Compilation(loaded, listeners);
    }

    /** Compiles the sources of a folder to another, and prints how many listen to javac when it writes a class. */
    public static void main(String[] arguments) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        List<Path> files = new ArrayList<>();
        try (var sources = Files.newDirectoryStream(Path.of(arguments[0]))) {
            sources.forEach(files::add);
        }
        try (var manager = javac.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) javac.getTask(
                    null,
                    manager,
                    null,
                    List.of("-processor", GpuKernelProcessor.class.getName(), "-d", arguments[1]),
                    null,
                    manager.getJavaFileObjectsFromPaths(new TreeSet<>(files)));
            task.addTaskListener(new TaskListener() {
                @Override
                public void started(TaskEvent event) {
                    if (event.getKind() == TaskEvent.Kind.GENERATE) {
                        System.out.println(listeners(task) - 1);
                    }
                }
            });
            if (!task.call()) {
                throw new IllegalStateException("javac failed");
            }
        }
    }

    /** Only javac itself knows. */
    private static int listeners(JavacTask task) {
        try {
            Object context = task.getClass().getMethod("getContext").invoke(task);
            Class<?> type = Class.forName("com.sun.tools.javac.api.MultiTaskListener");
            Object all = type.getMethod("instance", context.getClass()).invoke(null, context);
            Field listeners = type.getDeclaredField("listeners");
            listeners.setAccessible(true);
            return Array.getLength(listeners.get(all));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
