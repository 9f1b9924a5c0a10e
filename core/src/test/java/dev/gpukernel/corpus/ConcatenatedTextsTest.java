package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.oracle.InMemoryCompiler;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts with numbers in them, in all forms in which compilers put them together. */
final class ConcatenatedTextsTest {
    private static final String SOURCE = """
            package texts;
            import dev.gpukernel.GpuKernel;
            import java.util.Objects;
            public final class Texts {
                record Size(int width, int height) {
                    Size {
                        if (width < 0 || height < 0) {
                            throw new IllegalArgumentException("size " + width + " x " + height);
                        }
                    }
                }
                record Scaled(double[] values, double scale, Size size) {
                    Scaled(double[] values, double scale, Size size) {
                        this.values = Objects.requireNonNull(values);
                        this.scale = scale;
                        this.size = size;
                        if (!isFinite(scale) || least(values) < -1) {
                            throw new ArithmeticException(values.length + " values by " + scale + ", at least " + least(values));
                        }
                        if (values.length == 2) {
                            throw new ArithmeticException(String.format("%d by %.3f", values.length, scale));
                        }
                        check();
                    }
                    private void check() {
                        if (size.width() == 7) throw new IllegalStateException(size.width() + "!");
                    }
                    private static boolean isFinite(double x) {
                        return Math.abs(x) <= Double.MAX_VALUE;
                    }
                    private static double least(double[] values) {
                        double least = 0;
                        for (double value : values) {
                            least = Math.min(least, value);
                        }
                        return least;
                    }
                }
                record Raised(double[] values, int count) {
                    Raised {
                        raise(values, count);
                    }
                    private static void raise(double[] values, int by) {
                        for (int i = 0; i < values.length; i++) {
                            values[i] += by;
                        }
                    }
                }
                record Named(double[] values, Size size) {
                    Named {
                        values = Objects.requireNonNull(values, "values");
                    }
                }
                record Lifted(double[] values, int count) {
                    Lifted(double[] values, int count) {
                        this.values = values;
                        this.count = count;
                        lift();
                    }
                    private void lift() {
                        values[0] += count;
                    }
                }
                @GpuKernel
                static Size size(int[] x, int n) {
                    for (int i = 0; i < x.length; i++) {
                        x[i] += n;
                    }
                    return new Size(x.length, n);
                }
                @GpuKernel
                static Scaled scaled(double[] x, double scale, int n) {
                    double[] y = new double[x.length];
                    for (int i = 0; i < x.length; i++) {
                        y[i] = x[i] * scale;
                    }
                    return new Scaled(y, scale, new Size(n, 2));
                }
                @GpuKernel
                static void thrown(int[] x, int n) {
                    for (int i = 0; i < x.length; i++) {
                        if (x[i] > n) {
                            throw new IllegalStateException("x[" + i + "] is " + x[i] + ", more than " + n + 'c' + true + 1.5f);
                        }
                        x[i]++;
                    }
                }
                @GpuKernel
                static Named named(double[] x) {
                    for (int i = 0; i < x.length; i++) {
                        x[i]++;
                    }
                    return new Named(x, new Size(x.length, 1));
                }
                @GpuKernel
                static Raised raised(double[] x) {
                    for (int i = 0; i < x.length; i++) {
                        x[i]++;
                    }
                    return new Raised(x, 3);
                }
                @GpuKernel
                static Lifted lifted(double[] x) {
                    for (int i = 0; i < x.length; i++) {
                        x[i]++;
                    }
                    return new Lifted(x, 3);
                }
            }
            """;

    private static Class<?> compiled(String form) throws ClassNotFoundException {
        return InMemoryCompiler.compile("-XDstringConcat=" + form, Map.of("texts.Texts", SOURCE))
                .loadClass("texts.Texts");
    }

    @ParameterizedTest
    @ValueSource(strings = {"inline", "indy", "indyWithConstants"})
    void comeOutAsJavaMakesThem(String form) throws ReflectiveOperationException {
        Class<?> owner = compiled(form);
        same(owner, "size", new int[] {1, 2, 3}, 5);
        same(owner, "size", new int[] {1, 2, 3}, -5);
        same(owner, "scaled", new double[] {1, 2, 3}, 0.5, 9);
        same(owner, "scaled", new double[] {1, 2, 3}, -0.75, 9);
        same(owner, "scaled", new double[] {1, 2, 3}, Double.POSITIVE_INFINITY, 9);
        same(owner, "scaled", new double[] {1, 2, 3}, 2.0, 7);
        same(owner, "scaled", new double[] {1, 2, 3}, 2.0, -1);
        same(owner, "scaled", new double[] {1, 2}, 2.0, 1);
        same(owner, "named", new double[] {1, 2});
        same(owner, "thrown", new int[] {1, 2, 3, 9, 2, 8}, 5);
    }

    /** The host would change the array once more. */
    @ParameterizedTest
    @ValueSource(strings = {"raised", "lifted"})
    void constructorsThatChangeArraysAreRefused(String kernel) throws ReflectiveOperationException {
        Class<?> owner = compiled("inline");
        assertThatExceptionOfType(KernelRejectedException.class)
                .isThrownBy(() -> onCpu(owner, kernel, new double[] {1, 2}))
                .withMessageContaining("RecordResult");
    }

    private static void same(Class<?> owner, String kernel, Object... arguments) throws ReflectiveOperationException {
        Method method = Arrays.stream(owner.getDeclaredMethods())
                .filter(one -> one.getName().equals(kernel))
                .findFirst()
                .orElseThrow();
        method.setAccessible(true);
        Object[] javas = copies(arguments);
        Object[] ours = copies(arguments);
        @Nullable Object[] results = new @Nullable Object[2];
        Throwable expected = catchThrowable(() -> results[0] = method.invoke(null, javas));
        Throwable thrown = catchThrowable(() -> results[1] = onCpu(owner, kernel, ours));
        if (expected == null) {
            assertThat(thrown).isNull();
            assertThat(results[1]).usingRecursiveComparison().isEqualTo(results[0]);
        } else {
            assertThat(thrown).hasToString(String.valueOf(expected.getCause()));
        }
        assertThat(Arrays.deepToString(ours)).isEqualTo(Arrays.deepToString(javas));
    }

    private static @Nullable Object onCpu(Class<?> owner, String kernel, Object... arguments) {
        Gpu cpu = Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
        @Nullable Object[] result = new @Nullable Object[1];
        cpu.run(() -> result[0] = Kernel.of(owner, kernel).launch(arguments));
        return result[0];
    }

    private static Object[] copies(Object... arguments) {
        return Arrays.stream(arguments)
                .map(argument -> argument instanceof int[] ints
                        ? ints.clone()
                        : argument instanceof double[] doubles ? doubles.clone() : argument)
                .toArray();
    }
}
