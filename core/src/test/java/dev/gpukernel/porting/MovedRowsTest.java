package dev.gpukernel.porting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import dev.gpukernel.oracle.OmittedDetails;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows of arrays that are passed change places as in Java: which array is where, what is in it, results and exceptions. */
@Execution(ExecutionMode.CONCURRENT)
class MovedRowsTest {
    private enum Shape {
        EVEN,
        RAGGED,
        NULL_ROW,
        SAME_ROW_TWICE,
        SHARED_ROW,
        SAME_ARRAY
    }

    /** A launch, which makes the same arguments each time. */
    record Case(Method method, int rows, int columns, Shape shape, int seed) {
        Object[] arguments() {
            SplittableRandom random = new SplittableRandom(seed);
            Object[] arguments = new Object[method.getParameterCount()];
            for (int i = 0; i < arguments.length; i++) {
                Class<?> type = method.getParameterTypes()[i];
                if (type == double[][].class && i > 0 && shape == Shape.SAME_ARRAY) {
                    arguments[i] = arguments[0];
                } else if (type == double[][].class) {
                    double[][] a = rows(random);
                    arguments[i] = a;
                    if (i > 0 && shape == Shape.SHARED_ROW && rows > 1) {
                        a[1] = ((double[][]) arguments[0])[0];
                    }
                } else if (type == int[][].class) {
                    int[][] a = new int[rows][];
                    Arrays.setAll(a, _ -> random.ints(columns, -9, 9).toArray());
                    arguments[i] = a;
                } else {
                    arguments[i] = type == int.class
                            ? (Object) random.nextInt(-1, rows + 1)
                            : random.doubles(rows, -9, 9).toArray();
                }
            }
            return arguments;
        }

        @SuppressWarnings("NullAway") // A row may be null.
        private double[][] rows(SplittableRandom random) {
            double[][] a = new double[rows][];
            Arrays.setAll(
                    a,
                    i -> random.doubles(shape == Shape.RAGGED ? columns + i % 3 : columns, -9, 9)
                            .map(Math::rint)
                            .toArray());
            if (shape == Shape.NULL_ROW && rows > 0) {
                a[rows - 1] = null;
            } else if (shape == Shape.SAME_ROW_TWICE && rows > 1) {
                a[rows - 1] = a[0];
            }
            return a;
        }

        @Override
        public String toString() {
            return "%s of %s x %s %s %s".formatted(method.getName(), rows, columns, shape, seed);
        }
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        Arrays.stream(MovedRowKernels.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(dev.gpukernel.GpuKernel.class))
                .filter(method -> !method.getName().endsWith("Unchecked"))
                .forEach(method -> {
                    for (int rows : new int[] {0, 1, 2, 3, 5, 20}) {
                        for (int columns : new int[] {0, 1, rows, 70}) {
                            for (int seed = 0; seed < 6; seed++) {
                                cases.add(new Case(method, rows, columns, Shape.EVEN, seed));
                            }
                        }
                        for (Shape shape : Shape.values()) {
                            cases.add(new Case(method, rows, 4, shape, rows));
                            cases.add(new Case(method, rows, 4, shape, rows + 1));
                        }
                    }
                });
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isJavas(Case launch) throws IllegalAccessException {
        compare(Gpu.current(), launch);
    }

    /** In the tests' interpreter, which has memory of its own, so that arrays move. */
    @ParameterizedTest
    @MethodSource("cases")
    void isJavasOnADevice(Case launch) throws IllegalAccessException {
        compare(OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE)), launch);
    }

    static Stream<Gpu> gpus() {
        return Stream.of(Gpu.current(), OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE)));
    }

    /** What a caller has under another name is that row, wherever it is. */
    @ParameterizedTest
    @MethodSource("gpus")
    void launchesFollowEachOther(Gpu gpu) {
        Kernel kernel = Kernel.of(MovedRowKernels.class, "swapsBetween");
        double[][] own = {{1, 2}, {3, 4}, {5, 6}};
        double[][] expected = {{1, 2}, {3, 4}, {5, 6}};
        double[] first = own[0];
        double[] last = own[2];
        double[] firstOfJava = expected[0];
        double[] lastOfJava = expected[2];
        for (int i = 0; i < 3; i++) {
            int from = i;
            assertThat(gpu.call(() -> kernel.launch(own, from, 2))).isSameAs(own);
            MovedRowKernels.swapsBetween(expected, i, 2);
            assertThat(own).isDeepEqualTo(expected);
            assertThat(first).isEqualTo(firstOfJava);
            assertThat(last).isEqualTo(lastOfJava);
            gpu.run(() -> Kernel.of(MovedRowKernels.class, "rotate").launch((Object) own));
            MovedRowKernels.rotate(expected);
            assertThat(own).isDeepEqualTo(expected);
            assertThat(first).isEqualTo(firstOfJava);
        }
    }

    /** A device has no rows of their own: what is in them changes places. */
    @ParameterizedTest
    @MethodSource("gpus")
    void rowsOfADeviceDoToo(Gpu gpu) {
        double[][] own = {{1, 2}, {3, 4}, {5, 6}};
        double[][] expected = {{1, 2}, {3, 4}, {5, 6}};
        double[] first = own[0];
        try (GpuArray<double[][]> array = gpu.upload(own)) {
            gpu.run(() -> Kernel.of(MovedRowKernels.class, "rotate").launch(array));
            gpu.run(() -> Kernel.of(MovedRowKernels.class, "three").launch(array, 0, 2, 1));
            gpu.run(() -> Kernel.of(MovedRowKernels.class, "printed").launch(array, 0, 2));
            MovedRowKernels.rotate(expected);
            MovedRowKernels.three(expected, 0, 2, 1);
            MovedRowKernels.printed(expected, 0, 2);
            array.copyTo(own);
            assertThat(own).isDeepEqualTo(expected);
            assertThat(own[0]).isSameAs(first);
            assertThatThrownBy(() -> gpu.run(
                            () -> Kernel.of(MovedRowKernels.class, "ofOne").launch(array, array, 0, 1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("[AliasedArguments]")
                    .hasMessageContaining("change places");
            assertThat(array.toHost()).isDeepEqualTo(expected);
        }
    }

    /** Java has set some rows to others by then. */
    @ParameterizedTest
    @MethodSource("gpus")
    void rowsOfADeviceThatGoRoundAreAsJavaLeavesThem(Gpu gpu) {
        Kernel kernel = Kernel.of(MovedRowKernels.class, "four");
        for (int place = 0; place < 4 * 4 * 4; place++) {
            int i = place / 16;
            int j = place / 4 % 4;
            int k = place % 4;
            double[][] expected = {{1, 2}, {3, 4}, {5, 6}};
            try (GpuArray<double[][]> array = gpu.upload(new double[][] {{1, 2}, {3, 4}, {5, 6}})) {
                Throwable byJava = thrownBy(() -> MovedRowKernels.four(expected, i, j, k));
                OmittedDetails.assertAlike(thrownBy(() -> gpu.run(() -> kernel.launch(array, i, j, k))), byJava);
                assertThat(array.toHost()).as("%s %s %s", i, j, k).isDeepEqualTo(expected);
            }
        }
    }

    private static @Nullable Throwable thrownBy(Runnable code) {
        try {
            code.run();
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    private static void compare(Gpu gpu, Case launch) throws IllegalAccessException {
        Object[] expected = launch.arguments();
        Object[] own = launch.arguments();
        Object[] rows = rowsOf(own);
        IdentityHashMap<Object, Integer> known = numbers(rows);
        IdentityHashMap<Object, Integer> knownToJava = numbers(rowsOf(expected));
        Object result = null;
        Throwable byJava = null;
        try {
            result = launch.method.invoke(null, expected);
        } catch (InvocationTargetException e) {
            byJava = e.getCause();
        }
        Object found = null;
        Throwable thrown = null;
        try {
            Kernel kernel = Kernel.of(MovedRowKernels.class, launch.method.getName());
            found = gpu.call(() -> kernel.launch(own));
        } catch (RuntimeException e) {
            thrown = e;
        }
        OmittedDetails.assertAlike(thrown, byJava);
        Object[] before = launch.arguments();
        // What a device threw away is as it was, unless the kernel ran as plain Java.
        boolean isAsJavaLeavesIt = byJava == null
                || gpu.backend().equals("cpu")
                || (launch.shape != Shape.EVEN && !Arrays.deepEquals(own, before));
        assertThat(Arrays.deepEquals(own, isAsJavaLeavesIt ? expected : before))
                .as("contents")
                .isTrue();
        if (isAsJavaLeavesIt || launch.shape == Shape.EVEN) {
            assertThat(places(own, known))
                    .as("rows")
                    .isEqualTo(
                            isAsJavaLeavesIt ? places(expected, knownToJava) : places(before, numbers(rowsOf(before))));
        }
        assertThat(Arrays.asList(own).indexOf(found))
                .isEqualTo(Arrays.asList(expected).indexOf(result));
    }

    private static Object[] rowsOf(@Nullable Object[] arguments) {
        return Arrays.stream(arguments)
                .filter(Object[].class::isInstance)
                .flatMap(rows -> Arrays.stream((Object[]) rows))
                .toArray();
    }

    private static IdentityHashMap<Object, Integer> numbers(Object[] rows) {
        IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();
        for (Object row : rows) {
            numbers.putIfAbsent(row, numbers.size());
        }
        return numbers;
    }

    private static List<@Nullable Integer> places(Object[] arguments, IdentityHashMap<Object, Integer> known) {
        return Arrays.stream(rowsOf(arguments))
                .<@Nullable Integer>map(known::get)
                .toList();
    }
}
