package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import dev.gpukernel.internal.cpu.CpuBackend;
import dev.gpukernel.oracle.InterpretedDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels of every form, kept on disk and read again: code, PTX, what they compute and what they throw is what it was. */
final class StoredKernelsTest {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());
    private static final Gpu GPU = OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE));

    @TempDir
    Path folder;

    record Pair(float a, int b) {}

    static final class Kernels {
        private Kernels() {}

        @GpuKernel
        static float dot(float[] x, float[] y) {
            float sum = 0;
            for (int i = 0; i < x.length; i++) {
                sum += x[i] * y[i];
            }
            return sum;
        }

        @GpuKernel
        static void running(int[] x, int[] y) {
            int sum = 0;
            for (int i = 0; i < x.length; i++) {
                sum += x[i];
                y[i] = sum;
            }
        }

        @GpuKernel
        static int where(int[] x) {
            int best = 0;
            for (int i = 1; i < x.length; i++) {
                if (x[i] > x[best]) {
                    best = i;
                }
            }
            return best;
        }

        @GpuKernel
        static void count(int[] x, int[] counts) {
            for (int i = 0; i < x.length; i++) {
                counts[x[i] & 7]++;
            }
        }

        @GpuKernel
        static void product(int n, double[] a, double[] b, double[] c) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    double sum = 0;
                    for (int k = 0; k < n; k++) {
                        sum += a[i * n + k] * b[k * n + j];
                    }
                    c[i * n + j] = sum;
                }
            }
        }

        @GpuKernel
        static int[] squares(int n) {
            int[] made = new int[n];
            for (int i = 0; i < n; i++) {
                made[i] = i * i;
            }
            return made;
        }

        @GpuKernel
        static Pair pair(float[] x) {
            float sum = 0;
            int count = 0;
            for (int i = 0; i < x.length; i++) {
                sum += x[i];
                count += x[i] > 1 ? 1 : 0;
            }
            return new Pair(sum, count);
        }

        @GpuKernel
        static void sines(double[][] x) {
            for (double[] row : x) {
                for (int j = 0; j < row.length; j++) {
                    row[j] = Math.sin(row[j]);
                }
            }
        }

        @GpuKernel
        static void gather(int[] index, int[] from, int[] to) {
            for (int i = 0; i < to.length; i++) {
                if (index[i] < -1) {
                    throw new IllegalStateException("below " + index[i]);
                }
                to[i] = from[index[i]] / (index[i] - 2);
            }
        }

        @GpuKernel
        static void reverse(int[] x) {
            int[] shared = Shared.ints(64);
            int i = Grid.x();
            shared[ThreadIdx.x()] = i < x.length ? x[i] : 0;
            Block.sync();
            if (i < x.length) {
                x[i] = shared[63 - ThreadIdx.x()];
            }
        }
    }

    private static int[] ints(int... first) {
        return Arrays.copyOf(first, 64);
    }

    private static float[] floats() {
        float[] floats = new float[5000];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = i % 7 / 3f;
        }
        return floats;
    }

    static List<Arguments> cases() {
        return List.of(
                of("dot", () -> new Object[] {floats(), floats()}),
                of("running", () -> new Object[] {ints(3, 4, 5), ints()}),
                of("where", () -> new Object[] {ints(3, 4, 9, 1, 9)}),
                of("count", () -> new Object[] {ints(3, 4, 9, 1, 9), ints()}),
                of("product", () -> new Object[] {
                    3, new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, new double[] {9, 8, 7, 6, 5, 4, 3, 2, 1}, new double[9]
                }),
                of("squares", () -> new Object[] {70}),
                of("pair", () -> new Object[] {floats()}),
                of("sines", () -> new Object[] {new double[][] {{1, 2, 1e9}, {-0.0, 5, Double.NaN}}}),
                of("gather", () -> new Object[] {ints(1, 3, 0), ints(5, 6, 7, 8), new int[3]}),
                of("gather", () -> new Object[] {ints(1, 3, 64), ints(5, 6, 7, 8), new int[3]}),
                of("gather", () -> new Object[] {ints(1, 2, 0), ints(5, 6, 7, 8), new int[3]}),
                of("gather", () -> new Object[] {ints(1, 3, -2), ints(5, 6, 7, 8), new int[3]}),
                of("reverse", () -> new Object[] {ints(3, 4, 9, 1, 9)}));
    }

    private static Arguments of(String kernel, Supplier<Object[]> arguments) {
        return Arguments.of(kernel, arguments);
    }

    /** What a launch leads to, and what the kernel says of itself. */
    private record Seen(List<String> texts) {
        static Seen of(Kernel kernel, Supplier<Object[]> arguments) {
            return new Seen(Stream.of(launch(kernel, arguments, CPU), launch(kernel, arguments, GPU))
                    .flatMap(List::stream)
                    .toList());
        }

        private static List<String> launch(Kernel kernel, Supplier<Object[]> arguments, Gpu gpu) {
            Object[] passed = arguments.get();
            @Nullable Object[] result = new @Nullable Object[1];
            String thrown = "";
            try {
                gpu.run(() -> {
                    if (kernel.name().endsWith("reverse")) {
                        kernel.launch(Launch.of(1, 64), passed);
                    } else {
                        result[0] = kernel.launch(passed);
                    }
                });
            } catch (RuntimeException e) {
                thrown = e + " " + e.getStackTrace()[0];
            }
            return List.of(
                    thrown,
                    Arrays.deepToString(passed),
                    Arrays.deepToString(result),
                    kernel.ir(),
                    kernel.schedule(),
                    kernel.ptx());
        }
    }

    private Kernel kernel(String name) {
        return new JitEngine(List.of(new CpuBackend()), () -> new ProgramStore(folder, "a build", Runnable::run))
                .kernel(Kernels.class, name);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void readAgainTheyAreWhatTheyWere(String name, Supplier<Object[]> arguments) throws IOException {
        Seen compiled = Seen.of(kernel(name), arguments);
        List<String> kept = kept();
        assertThat(kept).isNotEmpty();
        assertThat(Seen.of(kernel(name), arguments)).isEqualTo(compiled);
        assertThat(kept()).as("all that was needed was there").isEqualTo(kept);
    }

    /** {@return the files, and when they were written} */
    private List<String> kept() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> found = files.filter(Files::isRegularFile).sorted().toList();
            for (Path file : found) {
                assertThat(Files.size(file)).isPositive();
            }
            return found.stream()
                    .map(file -> file + " " + file.toFile().lastModified())
                    .toList();
        }
    }
}
