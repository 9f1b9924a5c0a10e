package dev.gpukernel.porting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Grid;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A row that is in two places is what it is in Java, wherever it is passed, or the launch is refused. */
class SharedRowsTest {
    @SuppressWarnings("ArrayRecordComponent") // as people write it
    record Both(float[][] first, float[][] second) {}

    /** Methods whose parameters may share rows. */
    static final class Methods {
        private float[][] own;
        private float[] row;

        Methods(float[][] own, float[] row) {
            this.own = own;
            this.row = row;
        }

        @GpuKernel
        static void add(float[][] a, float[][] b) {
            for (int i = 0; i < a.length; i++) {
                for (int j = 0; j < a[i].length; j++) {
                    a[i][j] += 2 * b[i][j];
                }
            }
        }

        @GpuKernel
        static float read(float[][] a, float[][] b) {
            float sum = 0;
            for (int i = 0; i < a.length; i++) {
                for (int j = 0; j < a[i].length; j++) {
                    sum += a[i][j] * b[i][j];
                }
            }
            return sum;
        }

        @GpuKernel
        static float[][] result(float[][] a, float[][] b) {
            for (int i = 0; i < a.length; i++) {
                for (int j = 0; j < a[i].length; j++) {
                    a[i][j] = b[i][j] + 1;
                }
            }
            return b;
        }

        @GpuKernel
        static Both both(float[][] a, float[][] b) {
            for (int i = 0; i < a.length; i++) {
                for (int j = 0; j < a[i].length; j++) {
                    b[i][j] -= a[i][j];
                }
            }
            return new Both(b, a);
        }

        @GpuKernel
        static void swap(float[][] a, float[][] b) {
            for (int i = 0; i + 1 < a.length; i += 2) {
                float[] kept = a[i];
                a[i] = a[i + 1];
                a[i + 1] = kept;
            }
            for (int i = 0; i < b.length; i++) {
                b[i][0]++;
            }
        }

        @GpuKernel
        void fields(float[][] a, float[][] b) {
            for (int i = 0; i < own.length; i++) {
                for (int j = 0; j < row.length; j++) {
                    own[i][j] += a[i][j] + 3 * row[j] + b[0][j];
                }
            }
            for (int j = 0; j < row.length; j++) {
                row[j]++;
            }
        }

        @GpuKernel
        static void rowBeside(float[][] a, float[] row) {
            for (int i = 0; i < a.length; i++) {
                for (int j = 0; j < row.length; j++) {
                    a[i][j] += row[j] + i;
                }
            }
        }
    }

    /** Which rows are in two places. */
    enum Sharing {
        NONE,
        WITHIN,
        BETWEEN,
        WHOLE,
        WITH_FIELD
    }

    record Case(Method method, Sharing sharing) {
        /** {@return an object, and two arrays, or an array and a row, always the same} */
        Object[] arguments() {
            float[][] a = rows(1);
            float[][] b = rows(20);
            float[][] own = rows(50);
            float[] row = {5, 6, 7};
            switch (sharing) {
                case NONE -> {}
                case WITHIN -> a[3] = a[1];
                case BETWEEN -> b[2] = a[1];
                case WHOLE -> b = a;
                case WITH_FIELD -> {
                    own[1] = a[0];
                    row = a[2];
                }
            }
            if (method.getName().equals("rowBeside")) {
                return new Object[] {a, sharing == Sharing.BETWEEN ? a[1] : row};
            }
            return Modifier.isStatic(method.getModifiers())
                    ? new Object[] {a, b}
                    : new Object[] {new Methods(own, row), a, b};
        }

        private static float[][] rows(int from) {
            float[][] rows = new float[4][3];
            for (int i = 0; i < 12; i++) {
                rows[i / 3][i % 3] = from + i;
            }
            return rows;
        }

        @Override
        public String toString() {
            return method.getName() + " " + sharing;
        }
    }

    static Stream<Case> cases() {
        return Arrays.stream(Methods.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class))
                .flatMap(method -> Arrays.stream(Sharing.values()).map(sharing -> new Case(method, sharing)));
    }

    @SuppressWarnings("ReferenceEquality") // the very same row
    private static boolean isSame(Object one, Object other) {
        return one == other;
    }

    /** {@return all arrays in order, and of each row the first place that has it} */
    private static List<Object> contents(@Nullable Object result, Object... arguments) {
        List<Object> all = new ArrayList<>(Arrays.asList(arguments));
        if (arguments[0] instanceof Methods object) {
            all.set(0, object.own);
            all.add(object.row);
        }
        if (result instanceof Both both) {
            all.addAll(List.of(both.first, both.second));
        } else if (result != null) {
            all.add(result);
        }
        List<Object> rows = new ArrayList<>();
        List<Object> contents = new ArrayList<>();
        for (Object one : all) {
            for (Object row : one instanceof float[][] array ? array : new Object[] {one}) {
                int first = 0;
                while (first < rows.size() && !isSame(rows.get(first), row)) {
                    first++;
                }
                rows.add(row);
                contents.add(first + Arrays.deepToString(new Object[] {row}));
            }
        }
        return contents;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isJavas(Case one) throws IllegalAccessException, InvocationTargetException {
        boolean isStatic = Modifier.isStatic(one.method.getModifiers());
        Object[] expected = one.arguments();
        Object result = isStatic
                ? one.method.invoke(null, expected)
                : one.method.invoke(expected[0], Arrays.copyOfRange(expected, 1, expected.length));
        for (Gpu gpu : List.of(Gpu.current(), OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE)))) {
            Object[] own = one.arguments();
            Object found;
            try {
                found = gpu.call(
                        () -> Kernel.of(Methods.class, one.method.getName()).launch(own));
            } catch (IllegalArgumentException e) {
                assertThat(one.sharing).isNotEqualTo(Sharing.NONE);
                assertThat(e).hasMessageContaining("[AliasedArguments]");
                assertThat(contents(null, own)).isEqualTo(contents(null, one.arguments()));
                continue;
            }
            assertThat(contents(found, own)).as("on %s", gpu).isEqualTo(contents(result, expected));
        }
    }

    @GpuKernel
    static void inGrid(float[][] a, float[][] b) {
        int i = Grid.x();
        if (i < a.length) {
            a[i][0] = b[i][1];
        }
    }

    @ParameterizedTest
    @MethodSource("sharingRows")
    void gridKernelsRefuseIt(Sharing sharing) throws NoSuchMethodException {
        Object[] own = new Case(
                        SharedRowsTest.class.getDeclaredMethod("inGrid", float[][].class, float[][].class), sharing)
                .arguments();
        assertThatThrownBy(() -> Kernel.of(SharedRowsTest.class, "inGrid").launch(Launch.of(1, 4), own))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[SharedRow]");
    }

    static Stream<Sharing> sharingRows() {
        return Stream.of(Sharing.WITHIN, Sharing.BETWEEN);
    }

    /** On a device, each array has rows of its own. */
    @ParameterizedTest
    @MethodSource("sharingRows")
    void uploadedRowsAreSharedNoMore(Sharing sharing) throws NoSuchMethodException {
        Case one = new Case(Methods.class.getDeclaredMethod("add", float[][].class, float[][].class), sharing);
        Object[] own = one.arguments();
        float[][] a = (float[][]) own[0];
        float[][] b = (float[][]) own[1];
        float[][] expected = Arrays.stream(a).map(float[]::clone).toArray(float[][]::new);
        Methods.add(expected, Arrays.stream(b).map(float[]::clone).toArray(float[][]::new));
        for (Gpu gpu : List.of(Gpu.current(), OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE)))) {
            try (GpuArray<float[][]> first = gpu.upload(a);
                    GpuArray<float[][]> second = gpu.upload(b)) {
                gpu.run(() -> Kernel.of(Methods.class, "add").launch(first, second));
                assertThat(first.toHost()).isDeepEqualTo(expected);
            }
        }
    }
}
