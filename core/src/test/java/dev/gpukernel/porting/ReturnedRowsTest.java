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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A kernel that returns a row returns the very row that Java does. */
@SuppressWarnings("NullAway") // A row may be null.
class ReturnedRowsTest {
    @SuppressWarnings("ArrayRecordComponent") // as people write it
    record Picked(double[][] all, double[] row, double[] other, int at) {}

    /** Methods that return rows. */
    static final class Methods {
        private final double[][] grid;

        Methods(double[][] grid) {
            this.grid = grid;
        }

        @GpuKernel
        static double[] row(double[][] a, int k) {
            for (int i = 0; i < a.length; i++) {
                for (int j = 0; j < a[i].length; j++) {
                    a[i][j] = a[i][j] * 2 + k;
                }
            }
            return a[k];
        }

        @GpuKernel
        static double[] written(double[][] a, int k) {
            double[] row = a[k];
            for (int j = 0; j < row.length; j++) {
                row[j] += j;
            }
            return row;
        }

        @GpuKernel
        static double[] chosen(double[][] a, double[][] b, int k) {
            for (int i = 0; i < a.length; i++) {
                a[i][0]++;
            }
            return k > 1 ? b[k] : k == 1 ? a[0] : a[1];
        }

        @GpuKernel
        static double[] either(double[][] a, double[] b, int k) {
            if (k < 0) {
                return b;
            }
            for (int i = 0; i < a.length; i++) {
                a[i][0]++;
            }
            if (k > 1) {
                return new double[k];
            }
            return pick(a, k);
        }

        private static double[] pick(double[][] a, int k) {
            return k == 0 ? a[0] : a[a.length - k];
        }

        @GpuKernel
        static double[] found(double[][] a, int k) {
            for (int i = 0; i < a.length; i++) {
                if (a[i][0] > k) {
                    return a[i];
                }
            }
            return a[0];
        }

        @GpuKernel
        static double[] best(double[][] a, int k) {
            int best = 0;
            double most = a[0][k];
            for (int i = 1; i < a.length; i++) {
                if (a[i][k] > most) {
                    most = a[i][k];
                    best = i;
                }
            }
            return a[best];
        }

        @GpuKernel
        static int[][] plane(int[][][] a, int k, int i) {
            for (int p = 0; p < a.length; p++) {
                for (int q = 0; q < a[p].length; q++) {
                    a[p][q][0] += i;
                }
            }
            return a[k];
        }

        @GpuKernel
        static int[] line(int[][][] a, int k, int i) {
            for (int p = 0; p < a.length; p++) {
                for (int q = 0; q < a[p].length; q++) {
                    a[p][q][0] += i;
                }
            }
            return a[k][i];
        }

        @GpuKernel
        static double[] made(int n, int k) {
            double[][] made = new double[n][3];
            for (int i = 0; i < n; i++) {
                made[i][1] = i;
            }
            return made[k];
        }

        @GpuKernel
        static int[] ownSizes(int[] x, int k) {
            int[][] counts = new int[4][3];
            for (int i = 0; i < x.length; i++) {
                counts[x[i] & 3][i % 3]++;
            }
            return counts[k];
        }

        @GpuKernel
        static double[] oneByOne(int n, int k) {
            double[][] made = new double[n][];
            for (int i = 0; i < n; i++) {
                made[i] = new double[i + 1];
                made[i][i] = i;
            }
            return made[k];
        }

        @GpuKernel
        static Picked picked(double[][] a, int k) {
            for (int i = 0; i < a.length; i++) {
                a[i][0] -= k;
            }
            return new Picked(a, a[k], a[0], k);
        }

        @GpuKernel
        double[] ofThis(int k) {
            for (int i = 0; i < grid.length; i++) {
                grid[i][0] += k;
            }
            return grid[k];
        }

        @GpuKernel
        static double[] swapped(double[][] a, int k) {
            double[] row = a[0];
            a[0] = a[k];
            a[k] = row;
            for (int i = 0; i < a.length; i++) {
                a[i][0]++;
            }
            return row;
        }
    }

    /** A launch. */
    record Case(String kernel, List<Object> arguments) {
        static Case of(String kernel, Object... arguments) {
            return new Case(kernel, List.of(arguments));
        }

        Method method() {
            return Arrays.stream(Methods.class.getDeclaredMethods())
                    .filter(method -> method.getName().equals(kernel))
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        public String toString() {
            return kernel + Arrays.deepToString(arguments.toArray());
        }
    }

    private static double[][] even() {
        return new double[][] {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    }

    private static double[][] ragged() {
        return new double[][] {{1}, {4, 5, 6}, {7, 8}};
    }

    private static double[][] twice() {
        double[][] a = even();
        a[2] = a[1];
        return a;
    }

    private static double[][] withNull() {
        double[][] a = even();
        a[2] = null;
        return a;
    }

    private static int[][][] planes(boolean areRagged) {
        return areRagged
                ? new int[][][] {{{1}, {2, 3}}, {{4, 5, 6}}, {{7}, {8, 9}, {10}}}
                : new int[][][] {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}, {{9, 10}, {11, 12}}};
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (int k = -1; k < 4; k++) {
            for (double[][] a : List.of(even(), ragged(), twice(), withNull())) {
                cases.add(Case.of("row", a, k));
                cases.add(Case.of("written", a, k));
                cases.add(Case.of("chosen", a, even(), k));
                cases.add(Case.of("chosen", even(), a, k));
                cases.add(Case.of("either", a, new double[] {1, 2}, k));
                cases.add(Case.of("found", a, 3 * k));
                cases.add(Case.of("best", a, k));
                cases.add(Case.of("picked", a, k));
            }
            cases.add(Case.of("made", 3, k));
            cases.add(Case.of("ownSizes", new int[] {1, 5, 6, 2}, k));
            cases.add(Case.of("oneByOne", 3, k));
            for (int i = 0; i < 3; i++) {
                cases.add(Case.of("plane", planes(false), k, i));
                cases.add(Case.of("plane", planes(true), k, i));
                cases.add(Case.of("line", planes(false), k, i));
                cases.add(Case.of("line", planes(true), k, i));
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isJavas(Case launch) {
        compare(Gpu.current(), launch);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isJavasOnADevice(Case launch) {
        compare(OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE)), launch);
    }

    private static void compare(Gpu gpu, Case launch) {
        Object[] javas = launch.arguments.stream().map(ReturnedRowsTest::copy).toArray();
        Object[] own = launch.arguments.stream().map(ReturnedRowsTest::copy).toArray();
        Object[] results = new Object[2];
        Throwable byJava = catchThrowable(() -> results[0] = launch.method().invoke(null, javas));
        Throwable thrown = catchThrowable(() -> results[1] =
                gpu.call(() -> Kernel.of(Methods.class, launch.kernel).launch(own)));
        OmittedDetails.assertAlike(thrown, byJava == null ? null : byJava.getCause());
        assertThat(places(results[1], own)).isEqualTo(places(results[0], javas));
        assertThat(text(results[1])).isEqualTo(text(results[0]));
        if (byJava == null || gpu.backend().equals("cpu")) {
            assertThat(Arrays.deepToString(own)).isEqualTo(Arrays.deepToString(javas));
        }
    }

    private static String text(@Nullable Object result) {
        return result instanceof Picked picked
                ? text(picked.all) + text(picked.row) + text(picked.other) + picked.at
                : Arrays.deepToString(new Object[] {result});
    }

    /** {@return where arrays of a result are among what was passed} */
    private static String places(@Nullable Object result, Object[] arguments) {
        if (result instanceof Picked picked) {
            return places(picked.all, arguments) + places(picked.row, arguments) + places(picked.other, arguments);
        }
        for (int i = 0; i < arguments.length; i++) {
            String place = result == null ? null : place(result, arguments[i]);
            if (place != null) {
                return i + place + ";";
            }
        }
        return "new;";
    }

    @SuppressWarnings("ReferenceEquality") // the very same array
    private static @Nullable String place(Object result, @Nullable Object in) {
        if (result == in) {
            return "";
        }
        Object[] parts = in instanceof Object[] rows ? rows : new Object[0];
        for (int i = 0; i < parts.length; i++) {
            String place = place(result, parts[i]);
            if (place != null) {
                return "[" + i + "]" + place;
            }
        }
        return null;
    }

    /** Copies arrays; a row that is there twice is one in the copy. */
    private static @Nullable Object copy(@Nullable Object argument) {
        if (!(argument instanceof Object[] rows)) {
            return argument instanceof double[] array
                    ? array.clone()
                    : argument instanceof int[] array ? array.clone() : argument;
        }
        Object[] copied = rows.clone();
        for (int i = 0; i < rows.length; i++) {
            int first = Arrays.asList(rows).indexOf(rows[i]);
            copied[i] = first < i ? copied[first] : copy(rows[i]);
        }
        return copied;
    }

    /** There a row is a view of the array that was passed. */
    @Test
    void rowsOfAnArrayOfADeviceAreViews() {
        for (Gpu gpu : List.of(Gpu.current(), OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE)))) {
            for (double[][] rows : List.of(even(), ragged())) {
                try (GpuArray<double[][]> a = gpu.upload(rows);
                        GpuArray<double[][]> last = a.slice(1, 3)) {
                    view(gpu, "row", a, 1).copyFrom(new double[] {3, 2, 1});
                    assertThat(a.toHost()[1]).containsExactly(3, 2, 1);
                    double[] end = (double[]) view(gpu, "row", last, 1).toHost();
                    assertThat(end).isEqualTo(a.toHost()[2]);
                    assertThat(view(gpu, "found", a, -9))
                            .hasToString(view(gpu, "found", a, -9).toString());
                    assertThatThrownBy(() -> view(gpu, "row", a, 3)).isInstanceOf(ArrayIndexOutOfBoundsException.class);
                }
            }
            for (boolean areRagged : new boolean[] {false, true}) {
                int[][][] expected = planes(areRagged);
                try (GpuArray<int[][][]> a = gpu.upload(planes(areRagged))) {
                    GpuArray<?> plane = view(gpu, "plane", a, 2, 0);
                    assertThat((int[][]) plane.toHost()).isDeepEqualTo(expected[2]);
                    assertThat((int[]) view(gpu, "line", a, 2, 0).toHost()).isEqualTo(expected[2][0]);
                    assertThat((int[]) view(gpu, "line", a, 1, 0).toHost()).isEqualTo(expected[1][0]);
                }
            }
            try (GpuArray<int[]> x = gpu.upload(new int[] {1, 5, 6, 2})) {
                GpuArray<int[]> row = view(gpu, "ownSizes", x, 1);
                assertThat(row.toHost()).containsExactly(1, 1, 0);
                row.close();
                assertThat(row.isClosed()).isTrue();
            }
        }
    }

    @SuppressWarnings("unchecked") // of which type, the caller knows
    private static <A> GpuArray<A> view(Gpu gpu, String kernel, Object... arguments) {
        return (GpuArray<A>) Objects.requireNonNull(
                gpu.call(() -> Kernel.of(Methods.class, kernel).launch(arguments)));
    }

    @Test
    void rowsOfAnObjectsFieldAreReturned() {
        for (Gpu gpu : List.of(Gpu.current(), OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE)))) {
            Methods methods = new Methods(ragged());
            Object row = gpu.call(() -> Kernel.of(Methods.class, "ofThis").launch(methods, 1));
            assertThat(row).isSameAs(methods.grid[1]);
            assertThat(methods.grid).isDeepEqualTo(new double[][] {{2}, {5, 5, 6}, {8, 8}});
        }
    }

    /** Which of them is returned was read before they changed places. */
    @Test
    void rowsThatChangePlacesAreRefused() {
        assertThatThrownBy(() -> Kernel.of(Methods.class, "swapped").launch(even(), 1))
                .isInstanceOf(KernelRejectedException.class)
                .hasMessageContaining("[RowsMoved]");
    }
}
