package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.Launch;
import dev.gpukernel.Specialise;
import dev.gpukernel.device.Grid;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** Kernels with arguments that are constants of their code do what they do with any arguments. */
@SuppressWarnings({"IdentityBinaryExpression", "FloatingPointLiteralPrecision"
}) // NaN and the least numbers are what is tested
public abstract class SpecialiseContract {
    private static final int LENGTH = 200;

    protected abstract Gpu gpu();

    record Pair(int low, long high) {}

    static final class Kernels {
        private Kernels() {}

        @GpuKernel
        static void smooth(int[] in, int[] out, @Specialise int radius) {
            for (int i = radius; i < in.length - radius; i++) {
                int sum = 0;
                for (int k = -radius; k <= radius; k++) {
                    sum += in[i + k];
                }
                out[i] = sum / (2 * radius + 1);
            }
        }

        @GpuKernel
        static void grid(@Specialise int factor, int[] in, int[] out, int other) {
            int first = Grid.x() * factor;
            for (int k = 0; k < factor; k++) {
                if (first + k < in.length) {
                    out[first + k] = scaled(in[first + k], factor, other);
                }
            }
        }

        static int scaled(int value, int factor, int other) {
            int result = value;
            for (int i = 0; i < factor; i++) {
                result = result * 3 + other;
            }
            return result;
        }

        @GpuKernel
        static void all(
                @Specialise boolean a,
                @Specialise byte b,
                @Specialise char c,
                @Specialise short d,
                @Specialise int e,
                @Specialise long f,
                @Specialise float g,
                @Specialise double h,
                Pair pair,
                long[] out) {
            for (int i = 0; i < out.length; i++) {
                out[i] = (a ? 1 : 2)
                        + 3L * b
                        + 5L * c
                        + 7L * d
                        + 11L * e
                        + 13 * f
                        + 17L * Float.floatToRawIntBits(g)
                        + 19 * Double.doubleToRawLongBits(h)
                        + (g != g ? 23 : 29)
                        + (1 / h < 0 ? 31 : 37)
                        + pair.low
                        + pair.high
                        + i % (e | 1);
            }
        }

        @GpuKernel
        static long sum(long[] in, @Specialise(limit = 2) int step) {
            long sum = 0;
            for (int i = 0; i < in.length; i++) {
                sum += in[i] / step;
            }
            return sum;
        }

        @GpuKernel
        static void rows(int[][] in, int[] out, @Specialise int columns) {
            for (int i = 0; i < out.length; i++) {
                int sum = 0;
                for (int k = 0; k < columns; k++) {
                    sum += in[i][k];
                }
                out[i] = sum;
            }
        }

        @GpuKernel
        static void apply(int[] out, IntUnaryOperator operator, @Specialise int times) {
            for (int i = 0; i < out.length; i++) {
                int value = i;
                for (int k = 0; k < times; k++) {
                    value = operator.applyAsInt(value);
                }
                out[i] = value;
            }
        }

        @GpuKernel
        static void wrong(@Specialise int[] out) {
            for (int i = 0; i < out.length; i++) {
                out[i] = 1;
            }
        }
    }

    static final class Filter {
        private final int weight;

        Filter(int weight) {
            this.weight = weight;
        }

        @GpuKernel
        void run(int[] in, int[] out, @Specialise int radius) {
            for (int i = radius; i < in.length - radius; i++) {
                int sum = 0;
                for (int k = -radius; k <= radius; k++) {
                    sum += in[i + k] * weight;
                }
                out[i] = sum;
            }
        }
    }

    private static Kernel kernel(String name) {
        return Kernel.of(MethodHandles.lookup(), Kernels.class, name);
    }

    private static int[] counted() {
        int[] counted = new int[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            counted[i] = i * i - 77 * i;
        }
        return counted;
    }

    @Test
    void loops() {
        gpu().run(() -> {
            for (int radius : new int[] {0, 3, 40, 3, -1}) {
                int[] expected = new int[LENGTH];
                int[] actual = new int[LENGTH];
                if (radius < 0) {
                    // As in Java: it begins before the array.
                    assertThatThrownBy(() -> kernel("smooth").launch(counted(), actual, radius))
                            .isInstanceOf(ArrayIndexOutOfBoundsException.class);
                    continue;
                }
                Kernels.smooth(counted(), expected, radius);
                kernel("smooth").launch(counted(), actual, radius);
                assertThat(actual).isEqualTo(expected);
                try (GpuArray<int[]> in = gpu().upload(counted());
                        GpuArray<int[]> out = gpu().allocate(int[].class, LENGTH)) {
                    kernel("smooth").launch(in, out, radius);
                    assertThat(out.toHost()).isEqualTo(expected);
                }
            }
        });
    }

    @Test
    void gridsWithCalledMethods() {
        gpu().run(() -> {
            for (int factor : new int[] {1, 5, 1}) {
                int[] actual = new int[LENGTH];
                kernel("grid").launch(Launch.covering((LENGTH + factor - 1) / factor), factor, counted(), actual, 4);
                for (int i = 0; i < LENGTH; i++) {
                    assertThat(actual[i]).isEqualTo(Kernels.scaled(counted()[i], factor, 4));
                }
            }
        });
    }

    @Test
    void valuesOfAllTypes() {
        float[] floats = {-0f, 0f, Float.intBitsToFloat(0x7fc12345), Float.NEGATIVE_INFINITY, 1e-40f};
        double[] doubles = {-0.0, 0.0, Double.longBitsToDouble(0x7ff8000000000123L), 5e-324, -3.5};
        gpu().run(() -> {
            for (int i = 0; i < 5; i += 2) {
                long[] expected = new long[9];
                long[] actual = new long[9];
                Pair pair = new Pair(i, 1L << 40);
                byte b = (byte) (i - 3);
                char c = (char) (0xffff - i);
                short d = (short) (-i * 7000);
                int e = Integer.MIN_VALUE + i;
                long f = Long.MIN_VALUE + i;
                Kernels.all(i % 2 == 0, b, c, d, e, f, floats[i], doubles[i], pair, expected);
                kernel("all").launch(i % 2 == 0, b, c, d, e, f, floats[i], doubles[i], pair, actual);
                assertThat(actual).isEqualTo(expected);
            }
        });
    }

    @Test
    void valuesBeyondTheLimit() {
        long[] in = new long[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            in[i] = i * 1_000_000_007L;
        }
        gpu().run(() -> {
            for (int step = 1; step < 5; step++) {
                assertThat(kernel("sum").launch(in, step)).isEqualTo(Kernels.sum(in, step));
            }
            assertThat(kernel("sum").launch(in, 2)).isEqualTo(Kernels.sum(in, 2));
            assertThatThrownBy(() -> kernel("sum").launch(in, 0)).isInstanceOf(ArithmeticException.class);
        });
    }

    @Test
    void arraysOfArraysAndFunctions() {
        int[][] even = {{1, 2, 3}, {4, 5, 6}};
        int[][] ragged = {{1, 2, 3}, {4, 5}, {}};
        gpu().run(() -> {
            int[] actual = new int[2];
            kernel("rows").launch(even, actual, 3);
            assertThat(actual).containsExactly(6, 15);
            kernel("rows").launch(even, actual, 1);
            assertThat(actual).containsExactly(1, 4);
            kernel("rows").launch(ragged, actual, 2);
            assertThat(actual).containsExactly(3, 9);
            assertThatThrownBy(() -> kernel("rows").launch(ragged, actual, 3))
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class);
            for (int times : new int[] {0, 7}) {
                int weight = times + 1;
                int[] expected = new int[LENGTH];
                int[] out = new int[LENGTH];
                IntUnaryOperator operator = (IntUnaryOperator & Serializable) value -> value * weight + 1;
                Kernels.apply(expected, operator, times);
                kernel("apply").launch(out, operator, times);
                assertThat(out).isEqualTo(expected);
            }
        });
    }

    @Test
    void instances() {
        Kernel kernel = Kernel.of(MethodHandles.lookup(), Filter.class, "run");
        gpu().run(() -> {
            for (int radius : new int[] {2, 0}) {
                int[] expected = new int[LENGTH];
                int[] actual = new int[LENGTH];
                new Filter(radius + 3).run(counted(), expected, radius);
                kernel.launch(new Filter(radius + 3), counted(), actual, radius);
                assertThat(actual).isEqualTo(expected);
            }
        });
    }

    @Test
    void graphsKeepTheValue() {
        if (gpu().computeCapability().isEmpty() && !gpu().backend().equals("cpu")) {
            return;
        }
        int[] expected = new int[LENGTH];
        Kernels.smooth(counted(), expected, 2);
        try (GpuArray<int[]> in = gpu().upload(counted());
                GpuArray<int[]> out = gpu().allocate(int[].class, LENGTH);
                GpuGraph graph = gpu().record(() -> kernel("smooth").launch(in, out, 2))) {
            kernel("smooth").launch(in, out, 5);
            graph.launch();
            int[] actual = out.toHost();
            assertThat(actual[2]).isEqualTo(expected[2]);
            assertThat(actual[100]).isEqualTo(expected[100]);
            assertThatThrownBy(() -> graph.set("radius", 3))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("[GraphArgument]");
        }
    }

    @Test
    void codeShowsTheValue() {
        gpu().run(() -> {
            Kernel kernel = kernel("grid");
            kernel.launch(Launch.covering(LENGTH), 1, counted(), new int[LENGTH], 4);
            String one = kernel.ir();
            kernel.launch(Launch.covering(LENGTH), 4, counted(), new int[LENGTH], 4);
            assertThat(kernel.ir()).isNotEqualTo(one);
            assertThat(one.length()).isLessThan(kernel.ir().length());
            assertThat(kernel.lastRun()).isPresent();
        });
    }

    @Test
    void onlyPrimitives() {
        assertThatThrownBy(() -> kernel("wrong").launch(new int[1]))
                .isInstanceOf(KernelRejectedException.class)
                .hasMessageContaining("[SpecialiseType]");
    }
}
