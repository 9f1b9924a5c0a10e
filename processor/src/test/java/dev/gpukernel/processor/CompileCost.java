package dev.gpukernel.processor;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Measures what the processor costs: {@code javac} compiles 500 kernels in 50 classes, and as many methods that are no kernels, in a
 * process of its own for each run; the class is {@code cost/Ops.java} in the resources, with the processor and without it in turn. Run {@link #main} without arguments.
 */
final class CompileCost {
    private static final int CLASSES = 50;
    private static final int RUNS = Integer.getInteger("runs", 7);

    private CompileCost() {}

    /**
     * What a compilation took, in milliseconds.
     *
     * @param wall by the clock, without the start of the process
     * @param javacThread CPU time of the thread that javac runs on
     * @param process CPU time of all threads, those of the JVM's own compiler included
     */
    record Cost(double wall, double javacThread, double process) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%5.0f ms wall, %5.0f ms of javac's thread, %5.0f ms of the process",
                    wall,
                    javacThread,
                    process);
        }
    }

    /** Without arguments, measures. With a folder and options for the processor, compiles what is in the folder once. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length > 0) {
            compile(Path.of(arguments[0]), List.of(arguments).subList(1, arguments.length));
            return;
        }
        Path folder = Files.createTempDirectory("compile-cost");
        for (boolean kernels : List.of(true, false)) {
            Path sources = folder.resolve(kernels ? "kernels" : "methods");
            write(sources, kernels);
            System.out.println(kernels ? "500 kernels" : "the same methods, none a kernel");
            List<Cost> without = new ArrayList<>();
            List<Cost> with = new ArrayList<>();
            for (int run = 0; run < RUNS; run++) {
                without.add(without(sources));
                with.add(with(sources));
            }
            System.out.println("  without the processor: " + median(without));
            System.out.println("  with the processor:    " + median(with));
        }
    }

    /** {@return what it takes to compile the sources in a folder without the processor} */
    static Cost without(Path sources) throws IOException, InterruptedException {
        return fork(sources, "-proc:none");
    }

    /** {@return what it takes to compile the sources in a folder with the processor} */
    static Cost with(Path sources) throws IOException, InterruptedException {
        return fork(sources, "-processor", GpuKernelProcessor.class.getName());
    }

    /** Writes 50 classes of ten kernels each, or of methods that are none. */
    static void write(Path folder, boolean kernels) throws IOException {
        String template;
        try (InputStream in = requireNonNull(CompileCost.class.getResourceAsStream("/cost/Ops.java"))) {
            template = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        for (int i = 0; i < CLASSES; i++) {
            String text = template.replace("com.acme.cost", "com.acme.cost" + i).replace("Ops", "Ops" + i);
            Path file = folder.resolve("Ops" + i + ".java");
            Files.createDirectories(folder);
            Files.writeString(file, kernels ? text : text.replace("@GpuKernel", "@Deprecated"));
        }
    }

    private static Cost fork(Path sources, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                CompileCost.class.getName(),
                sources.toString()));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String line = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
            throw new IllegalStateException("javac failed: " + line);
        }
        double[] numbers =
                Stream.of(line.split(" ")).mapToDouble(Double::parseDouble).toArray();
        return new Cost(numbers[0], numbers[1], numbers[2]);
    }

    private static void compile(Path sources, List<String> options) throws IOException {
        long start = System.nanoTime();
        Path classes = Files.createTempDirectory("classes");
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        boolean succeeded;
        try (StandardJavaFileManager manager = javac.getStandardFileManager(null, null, null);
                Stream<Path> files = Files.list(sources)) {
            manager.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
            List<String> all = new ArrayList<>(options);
            all.add("-g");
            succeeded = javac.getTask(
                            null,
                            manager,
                            null,
                            all,
                            null,
                            manager.getJavaFileObjectsFromPaths(files.sorted().toList()))
                    .call();
        }
        double wall = (System.nanoTime() - start) / 1e6;
        double thread = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e6;
        double process =
                ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() / 1e6;
        System.out.println(wall + " " + thread + " " + process);
        delete(classes);
        System.exit(succeeded ? 0 : 1);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    private static Cost median(List<Cost> costs) {
        return new Cost(
                median(costs.stream().mapToDouble(Cost::wall).toArray()),
                median(costs.stream().mapToDouble(Cost::javacThread).toArray()),
                median(costs.stream().mapToDouble(Cost::process).toArray()));
    }

    private static double median(double[] numbers) {
        Arrays.sort(numbers);
        return numbers[numbers.length / 2];
    }
}
