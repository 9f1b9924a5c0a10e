package dev.gpukernel.porting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import dev.gpukernel.oracle.OmittedDetails;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels with arrays of objects that are numbers do what Java does. */
@SuppressWarnings({"BoxedPrimitiveEquality", "NumericEquality", "ReferenceEquality", "NullAway"}) // as people write it
class BoxedArraysTest {
    /** Methods with arrays of boxed numbers. */
    static final class Methods {
        private final Long[] own;

        Methods(Long[] own) {
            this.own = own;
        }

        @GpuKernel
        static int sum(Integer[] a) {
            int sum = 0;
            for (Integer each : a) {
                sum += each;
            }
            return sum;
        }

        @GpuKernel
        static void scale(Double[] a, double by) {
            for (int i = 0; i < a.length; i++) {
                a[i] = a[i] * by;
            }
        }

        @GpuKernel
        static void moved(Integer[] a, Integer[] b, int by) {
            for (int i = 0; i < b.length; i++) {
                b[i] = i % 2 == 0 ? a[i + by] : Integer.valueOf(i);
            }
        }

        @GpuKernel
        static void present(Integer[] a, int[] b) {
            for (int i = 0; i < b.length; i++) {
                b[i] = a[i] == null ? -1 : a[i] + 1;
            }
        }

        @GpuKernel
        static void kinds(Boolean[] z, Byte[] b, Character[] c, Short[] s, Long[] l, Float[] f) {
            for (int i = 0; i < z.length; i++) {
                boolean less = b[i] < s[i];
                z[i] = z[i] != less;
                c[i] = (char) (c[i] + b[i]);
                s[i] = (short) (s[i] * 3);
                l[i] = l[i].equals(f[i].longValue()) ? Long.MIN_VALUE : l[i] + l[i].hashCode();
                f[i] = f[i] / l[i];
                b[i]++;
            }
        }

        @GpuKernel
        static Integer[] made(int[] x, int n) {
            Integer[] made = new Integer[n];
            for (int i = 0; i < n; i++) {
                made[i] = x[i] * 3;
            }
            return made;
        }

        @GpuKernel
        static Double[] given(Double[] a, Double[] b, boolean first) {
            for (int i = 0; i < a.length; i++) {
                a[i] = Math.max(a[i], b[i]);
            }
            return first ? a : b;
        }

        @GpuKernel
        void step(int by) {
            for (int i = 0; i < own.length; i++) {
                own[i] = own[i] + by;
            }
        }

        @GpuKernel
        static void same(Integer[] a, Integer[] b, int[] c) {
            for (int i = 0; i < c.length; i++) {
                c[i] = a[i] == b[i] ? 1 : 0;
            }
        }

        @GpuKernel
        static void emptied(Integer[] a) {
            for (int i = 0; i < a.length; i++) {
                a[i] = null;
            }
        }
    }

    /** A launch. */
    record Case(String kernel, List<Object> arguments) {
        static Case of(String kernel, Object... arguments) {
            return new Case(kernel, List.of(arguments));
        }

        @Override
        public String toString() {
            return kernel + Arrays.deepToString(arguments.toArray());
        }
    }

    private static final Integer[] INTS = {3, -7, 1000, Integer.MAX_VALUE, 0, 5};
    private static final @Nullable Integer[] WITH_NULL = {3, null, 1000, 4, 0, 5};
    private static final Double[] DOUBLES = {1.5, -0.0, Double.NaN, 4e300, Double.NEGATIVE_INFINITY};

    static Stream<Case> cases() {
        return Stream.of(
                Case.of("sum", (Object) INTS),
                Case.of("sum", (Object) WITH_NULL),
                Case.of("sum", (Object) new Integer[0]),
                Case.of("scale", DOUBLES, -1e10),
                Case.of("scale", new @Nullable Double[] {1.0, null}, 2.0),
                Case.of("moved", INTS, new Integer[4], 2),
                Case.of("moved", INTS, new Integer[4], 3),
                Case.of("moved", INTS, new Integer[6], 3),
                Case.of("moved", INTS, new Integer[4], -1),
                Case.of("moved", WITH_NULL, new Integer[4], 1),
                Case.of("present", INTS, new int[6]),
                Case.of("present", WITH_NULL, new int[6]),
                Case.of(
                        "kinds",
                        new Boolean[] {true, false, true},
                        new Byte[] {-128, 127, 3},
                        new Character[] {'a', '\uffff', '\0'},
                        new Short[] {30_000, -5, 3},
                        new Long[] {4L, Long.MAX_VALUE, 0L},
                        new Float[] {4.7f, Float.NaN, -0f}),
                Case.of("made", new int[] {1, 2, 3000}, 3),
                Case.of("made", new int[] {1, 2, 3000}, 4),
                Case.of("made", new int[] {1, 2, 3000}, -4),
                Case.of("given", DOUBLES, DOUBLES.clone(), true),
                Case.of("given", DOUBLES, new Double[] {1., 2., 3., 4., 5.}, false),
                Case.of("given", DOUBLES, new Double[] {1., 2.}, false));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isJavas(Case launch) {
        compare(Gpu.current(), launch);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isJavasOnADevice(Case launch) {
        compare(interpreted(), launch);
    }

    private static Gpu interpreted() {
        return OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE));
    }

    private static void compare(Gpu gpu, Case launch) {
        Method method = Arrays.stream(Methods.class.getDeclaredMethods())
                .filter(one -> one.getName().equals(launch.kernel))
                .findFirst()
                .orElseThrow();
        Object[] javas = copies(launch);
        Object[] own = copies(launch);
        Object[] results = new Object[2];
        Throwable byJava = catchThrowable(() -> results[0] = method.invoke(null, javas));
        Throwable thrown = catchThrowable(() -> results[1] =
                gpu.call(() -> Kernel.of(Methods.class, launch.kernel).launch(own)));
        OmittedDetails.assertAlike(thrown, byJava == null ? null : byJava.getCause());
        assertThat(text(results[1])).isEqualTo(text(results[0]));
        assertThat(Arrays.asList(own).indexOf(results[1]))
                .isEqualTo(Arrays.asList(javas).indexOf(results[0]));
        if (byJava == null || gpu.backend().equals("cpu")) {
            assertThat(text(own)).isEqualTo(text(javas));
        } else if (!(byJava.getCause() instanceof NullPointerException)) {
            assertThat(text(own)).isEqualTo(text(copies(launch)));
        }
    }

    private static String text(@Nullable Object value) {
        return Arrays.deepToString(new Object[] {value});
    }

    private static Object[] copies(Case launch) {
        return launch.arguments.stream()
                .map(argument -> argument instanceof Object[] array
                        ? array.clone()
                        : argument instanceof int[] numbers ? numbers.clone() : argument)
                .toArray();
    }

    /** Small ones are those that the JDK keeps. */
    @Test
    void newElementsAreThoseOfValueOf() {
        Integer[] b = new Integer[4];
        interpreted().run(() -> Kernel.of(Methods.class, "moved").launch(new Integer[] {1, 2, 3, 4}, b, 0));
        assertThat(b[2]).isSameAs(Integer.valueOf(3));
    }

    @Test
    void theyStayOnADevice() {
        for (Gpu gpu : List.of(Gpu.current(), interpreted())) {
            try (GpuArray<Double[]> a = gpu.upload(DOUBLES);
                    GpuArray<Integer[]> ints = gpu.upload(INTS)) {
                Kernel.of(Methods.class, "scale").launch(a, 2.0);
                Double[] expected = DOUBLES.clone();
                Methods.scale(expected, 2);
                assertThat(a.toHost()).isEqualTo(expected);
                assertThat((Integer) Kernel.of(Methods.class, "sum").launch(ints))
                        .isEqualTo(Methods.sum(INTS));
            }
            try (GpuArray<int[]> x = gpu.upload(new int[] {1, 2, 3});
                    GpuArray<?> made = (GpuArray<?>) Objects.requireNonNull(
                            Kernel.of(Methods.class, "made").launch(x, 2))) {
                assertThat((Integer[]) made.toHost()).containsExactly(3, 6);
            }
        }
    }

    @Test
    void fieldsHoldThem() {
        for (Gpu gpu : List.of(Gpu.current(), interpreted())) {
            Methods methods = new Methods(new Long[] {1L, 1L << 40});
            gpu.run(() -> Kernel.of(Methods.class, "step").launch(methods, 3));
            assertThat(methods.own).containsExactly(4L, (1L << 40) + 3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"same", "emptied"})
    void whereItMattersWhichObjectItIsTheyAreRefused(String kernel) {
        assertThatThrownBy(() -> Kernel.of(Methods.class, kernel).ir())
                .isInstanceOf(KernelRejectedException.class)
                .hasMessageContaining("[ReferenceValue]");
    }
}
