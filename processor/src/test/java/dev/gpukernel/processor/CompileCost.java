package dev.gpukernel.processor;

import java.io.IOException;
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
 * process of its own for each run, with the processor and without it in turn. Run {@link #main} without arguments.
 */
final class CompileCost {
    private static final int CLASSES = 50;
    private static final int RUNS = Integer.getInteger("runs", 7);

    /** Ten kernels of 10 to 20 lines, of as many kinds. */
    private static final String KERNELS = """
            package com.acme.c%1$d;

            import dev.gpukernel.GpuKernel;
            import dev.gpukernel.Parallel;
            import dev.gpukernel.device.Grid;

            /** Kernels of part %1$d. */
            public final class Ops%1$d {
                private static final float[] WEIGHTS = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

                record Point(float x, float y) {
                    Point plus(Point other) {
                        return new Point(x + other.x, y + other.y);
                    }

                    float norm() {
                        return x * x + y * y;
                    }
                }

                private Ops%1$d() {}

                private static int clamp(int i, int length) {
                    return i < 0 ? 0 : i >= length ? length - 1 : i;
                }

                /** Adds weighted arrays, within limits. */
                @GpuKernel
                public static void blend(float alpha, float[] x, float[] y, float low, float high) {
                    for (int i = 0; i < y.length; i++) {
                        float value = alpha * x[i] + (1 - alpha) * y[i];
                        if (value < low) {
                            value = low;
                        } else if (value > high) {
                            value = high;
                        }
                        y[i] = value;
                    }
                }

                /** A filter of five taps; ends repeat. */
                @GpuKernel
                public static void smooth(float[] in, float[] out) {
                    for (int i = 0; i < out.length; i++) {
                        float sum = 0;
                        for (int k = -2; k <= 2; k++) {
                            int at = clamp(i + k, in.length);
                            sum += WEIGHTS[k + 2] * in[at];
                        }
                        out[i] = sum;
                    }
                }

                /**
                 * Counts steps until a point escapes.
                 *
                 * @param width points in a row
                 * @param limit most steps
                 * @param counts the result
                 */
                @GpuKernel
                public static void escape(int width, int limit, int[] counts) {
                    int index = Grid.x();
                    if (index >= counts.length) {
                        return;
                    }
                    double cr = index %% width * 3.0 / width - 2;
                    double ci = index / width * 2.0 / width - 1;
                    double zr = 0;
                    double zi = 0;
                    int n = 0;
                    while (n < limit && zr * zr + zi * zi < 4) {
                        double t = zr * zr - zi * zi + cr;
                        zi = 2 * zr * zi + ci;
                        zr = t;
                        n++;
                    }
                    counts[index] = n;
                }

                @GpuKernel
                static void matrixProduct(int n, float[] a, float[] b, float[] c) {
                    for (@Parallel int row = 0; row < n; row++) {
                        for (int column = 0; column < n; column++) {
                            float sum = 0;
                            for (int k = 0; k < n; k++) {
                                sum += a[row * n + k] * b[k * n + column];
                            }
                            c[row * n + column] = sum;
                        }
                    }
                }

                @GpuKernel
                static void hash(byte[] text, int length, long[] hashes) {
                    for (int i = 0; i < hashes.length; i++) {
                        long hash = 0xcbf29ce484222325L;
                        for (int k = 0; k < length; k++) {
                            hash ^= text[i * length + k] & 0xff;
                            hash *= 0x100000001b3L;
                        }
                        hash ^= hash >>> 33;
                        hashes[i] = hash;
                    }
                }

                /** Moves points by an offset and keeps those that are far away. */
                @GpuKernel
                static void move(Point offset, float[] xs, float[] ys, boolean[] far) {
                    for (int i = 0; i < xs.length; i++) {
                        Point point = new Point(xs[i], ys[i]).plus(offset);
                        xs[i] = point.x();
                        ys[i] = point.y();
                        far[i] = point.norm() > 100;
                        if (far[i]) {
                            xs[i] = 0;
                            ys[i] = 0;
                        }
                    }
                }

                @GpuKernel
                static void classify(int[] values, byte[] kinds) {
                    int i = Grid.x();
                    if (i >= values.length) {
                        return;
                    }
                    int value = values[i];
                    kinds[i] = switch (value & 7) {
                        case 0, 1 -> 1;
                        case 2 -> (byte) (value > 100 ? 2 : 3);
                        case 5 -> 4;
                        default -> 0;
                    };
                }

                /** Steps of a particle; none may leave the box. */
                @GpuKernel
                static void bounce(double dt, int steps, double[] position, double[] speed) {
                    for (int i = 0; i < position.length; i++) {
                        double p = position[i];
                        double v = speed[i];
                        for (int s = 0; s < steps; s++) {
                            p += v * dt;
                            if (p < 0 || p > 1) {
                                v = -v;
                                p = Math.max(0, Math.min(1, p));
                            }
                        }
                        position[i] = p;
                        speed[i] = v;
                    }
                }

                @GpuKernel
                static void transposed(int rows, int columns, int[] in, int[] out) {
                    int row = Grid.y();
                    int column = Grid.x();
                    if (row < rows && column < columns) {
                        int from = row * columns + column;
                        int to = column * rows + row;
                        if (from >= in.length || to >= out.length) {
                            throw new IllegalStateException("the matrix is too small");
                        }
                        out[to] = in[from];
                    }
                }

                /** Days since 1970 as year, month and day. */
                @GpuKernel
                static void dates(int[] days, int[] yearMonthDay) {
                    for (int i = 0; i < days.length; i++) {
                        int z = days[i] + 719468;
                        int era = Math.floorDiv(z, 146097);
                        int doe = z - era * 146097;
                        int yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
                        int doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
                        int mp = (5 * doy + 2) / 153;
                        int month = mp < 10 ? mp + 3 : mp - 9;
                        int year = yoe + era * 400 + (month <= 2 ? 1 : 0);
                        yearMonthDay[i] = year * 10000 + month * 100 + doy - (153 * mp + 2) / 5 + 1;
                    }
                }
            }
            """;

    private CompileCost() {}

    /** What a compilation took, in milliseconds. */
    private record Cost(double wall, double javacThread, double process) {
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
                without.add(fork(sources, "-proc:none"));
                with.add(fork(sources, "-processor", "dev.gpukernel.processor.GpuKernelProcessor"));
            }
            System.out.println("  without the processor: " + median(without));
            System.out.println("  with the processor:    " + median(with));
        }
    }

    private static void write(Path folder, boolean kernels) throws IOException {
        for (int i = 0; i < CLASSES; i++) {
            String text = KERNELS.formatted(i);
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
