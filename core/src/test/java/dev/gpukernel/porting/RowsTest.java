package dev.gpukernel.porting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels with arrays of arrays beside plain Java: results, arrays afterwards, exceptions and where they are thrown. */
class RowsTest {
    private static final int LARGE = 70;

    /** Of arrays of arrays of arrays. */
    private static final int LARGE_VOLUME = 17;

    private static final List<Class<?>> CLASSES = List.of(RowKernels.class, VolumeKernels.class);

    /** What is passed, by its shape. */
    private enum Shape {
        EVEN,
        NO_ROWS,
        NO_COLUMNS,
        ONE_ROW,
        ONE_COLUMN,
        WIDE,
        RAGGED,
        NULL_ROW,
        SAME_ROW_TWICE,
        SHARED_ROW,
        SAME_ARRAY
    }

    record Case(Method method, Shape shape) {
        @Override
        public String toString() {
            return method.getName() + " " + shape;
        }
    }

    static Stream<Case> cases() {
        return kernels().flatMap(method -> Arrays.stream(Shape.values()).map(shape -> new Case(method, shape)));
    }

    private static Stream<Method> kernels() {
        return CLASSES.stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(GpuKernel.class));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isPlainJava(Case one) throws Exception {
        for (int seed = 0; seed < 6; seed++) {
            compare(Gpu.current(), kernel(one), one, seed);
        }
    }

    /** In the tests' interpreter, which has memory of its own, so that arrays move. */
    @ParameterizedTest
    @MethodSource("cases")
    void isPlainJavaOnADevice(Case one) throws Exception {
        Gpu gpu = OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE));
        for (int seed = 0; seed < 2; seed++) {
            compare(gpu, kernel(one), one, seed);
        }
    }

    private static Kernel kernel(Case one) {
        return Kernel.of(one.method.getDeclaringClass(), one.method.getName());
    }

    /** Rectangular and other arguments at once, each thread's own. */
    @Test
    void threadsDoNotMeet() throws Exception {
        List<Callable<Void>> work = new ArrayList<>();
        List<Case> all = cases().toList();
        for (int i = 0; i < 64; i++) {
            int first = i;
            work.add(() -> {
                for (int k = first; k < all.size(); k += 5) {
                    Case one = all.get(k);
                    compare(Gpu.current(), kernel(one), one, first);
                }
                return null;
            });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> done : threads.invokeAll(work)) {
                done.get();
            }
        }
    }

    private static void compare(Gpu gpu, Kernel kernel, Case one, int seed) throws Exception {
        Object[] expected = arguments(one, seed);
        Object[] actual = arguments(one, seed);
        Object expectedEnd = end(() -> one.method.invoke(null, expected));
        Object actualEnd = end(() -> gpu.call(() -> kernel.launch(actual)));
        if (one.shape == Shape.SAME_ARRAY && text(actualEnd).contains("AliasedArguments")) {
            assertEquals(
                    Arrays.deepToString(arguments(one, seed)),
                    Arrays.deepToString(actual),
                    () -> one + " untouched, seed " + seed);
            return;
        }
        boolean isBare = isBare(expectedEnd) || isBare(actualEnd);
        assertEquals(
                isBare ? type(expectedEnd) : text(expectedEnd),
                isBare ? type(actualEnd) : text(actualEnd),
                () -> one + ", seed " + seed);
        // After an exception, the CPU leaves arrays as Java does, and a GPU as they were.
        boolean isUntouched = expectedEnd instanceof Throwable
                && !gpu.backend().equals("cpu")
                && Arrays.deepEquals(arguments(one, seed), actual);
        assertEquals(
                Arrays.deepToString(isUntouched ? actual : expected),
                Arrays.deepToString(actual),
                () -> one + " afterwards, seed " + seed);
    }

    private static @Nullable Object end(Callable<@Nullable Object> run) throws Exception {
        try {
            return run.call();
        } catch (InvocationTargetException thrown) {
            return thrown.getCause();
        } catch (RuntimeException thrown) {
            return thrown;
        }
    }

    /** {@return whether the JVM left an exception's message and trace out} */
    private static boolean isBare(@Nullable Object end) {
        return end instanceof Throwable thrown
                && Arrays.stream(thrown.getStackTrace())
                        .noneMatch(frame -> isOfKernel(frame) && frame.getLineNumber() > 0);
    }

    private static String type(@Nullable Object end) {
        return end == null ? "null" : end.getClass().getName();
    }

    /** Of an exception its class, message and line. */
    private static String text(@Nullable Object end) {
        if (end instanceof Throwable thrown) {
            int line = Arrays.stream(thrown.getStackTrace())
                    .filter(RowsTest::isOfKernel)
                    .findFirst()
                    .map(StackTraceElement::getLineNumber)
                    .orElse(-1);
            return thrown.getClass() + " " + (thrown instanceof NullPointerException ? "" : thrown.getMessage())
                    + " at line " + line;
        }
        return end instanceof Object[] array ? Arrays.deepToString(array) : String.valueOf(end);
    }

    private static boolean isOfKernel(StackTraceElement frame) {
        return CLASSES.stream().anyMatch(type -> type.getName().equals(frame.getClassName()));
    }

    private static Object[] arguments(Case one, int seed) {
        Random random = new Random(seed * 31L + one.shape.name().hashCode());
        boolean isLarge = seed % 2 == 1;
        Class<?> first = one.method.getParameterTypes()[0];
        boolean isVolume = first.isArray()
                && first.componentType().isArray()
                && first.componentType().componentType().isArray();
        int large = isVolume ? LARGE_VOLUME : LARGE;
        int rows = size(one.shape, Shape.NO_ROWS, Shape.ONE_ROW, isLarge ? large : 5);
        int columns = size(one.shape, Shape.NO_COLUMNS, Shape.ONE_COLUMN, isLarge ? large : 5);
        // Arrays of different widths, so that none is taken for another.
        int more = one.shape == Shape.WIDE ? 1 + seed % 3 : 0;
        Class<?>[] types = one.method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = argument(types[i], rows, columns + i * more, random);
        }
        if (first.isArray() && first.componentType().isArray()) {
            spoil(one.shape, arguments, types, random);
        }
        return arguments;
    }

    private static int size(Shape shape, Shape none, Shape one, int usual) {
        return shape == none ? 0 : shape == one ? 1 : usual;
    }

    @SuppressWarnings("NullAway") // a row that is null
    private static void spoil(Shape shape, Object[] arguments, Class<?>[] types, Random random) {
        Object[] rows = (Object[]) arguments[0];
        int at = rows.length == 0 ? 0 : random.nextInt(rows.length);
        // Of a volume, mostly what is in one of its planes.
        if (rows.length > 0 && rows[at] instanceof Object[] plane && plane.length > 0 && random.nextInt(4) > 0) {
            Object[] inner = arguments.clone();
            Class<?>[] innerTypes = types.clone();
            for (int i = 0; i < types.length; i++) {
                boolean isAlike = types[i] == types[0];
                inner[i] = isAlike ? ((Object[]) arguments[i])[i == 0 ? at : 0] : arguments[i];
                innerTypes[i] = isAlike ? types[i].componentType() : types[i];
            }
            if (shape != Shape.SAME_ARRAY) {
                spoil(shape, inner, innerTypes, random);
                return;
            }
        }
        switch (shape) {
            case RAGGED ->
                rows[at] = argument(rows[at].getClass(), random.nextInt(2 * Array.getLength(rows[at])), 3, random);
            case NULL_ROW -> rows[at] = null;
            case SAME_ROW_TWICE -> rows[at] = rows[(at + 1) % rows.length];
            case SHARED_ROW -> {
                for (int i = 1; i < types.length; i++) {
                    if (types[i] == types[0]) {
                        ((Object[]) arguments[i])[0] = rows[at];
                    } else if (types[i] == types[0].componentType()) {
                        arguments[i] = rows[at];
                    }
                }
            }
            case SAME_ARRAY -> {
                for (int i = 1; i < types.length; i++) {
                    arguments[i] = types[i] == types[0] ? arguments[0] : arguments[i];
                }
            }
            default -> {}
        }
    }

    private static Object argument(Class<?> type, int rows, int columns, Random random) {
        if (!type.isArray()) {
            return random.nextInt(12);
        }
        Object array = Array.newInstance(type.componentType(), rows);
        for (int i = 0; i < rows; i++) {
            if (type.componentType().isArray()) {
                Array.set(array, i, argument(type.componentType(), columns, columns, random));
            } else if (type.componentType() == boolean.class) {
                Array.setBoolean(array, i, random.nextBoolean());
            } else if (type.componentType() == char.class) {
                Array.setChar(array, i, (char) random.nextInt(1 << 16));
            } else {
                Array.setByte(array, i, (byte) (random.nextInt(1 << 8) % 12 - (random.nextInt(40) == 0 ? 2 : 0)));
            }
        }
        return array;
    }

    @Test
    void usualLoopsAreParallel() {
        for (String both : List.of("product", "transpose", "stencil", "gather", "invert", "fill", "histogram")) {
            String schedule = Kernel.of(RowKernels.class, both).schedule();
            assertTrue(schedule.contains("parallel over i, j,"), schedule);
        }
        for (String all : List.of("heat", "products", "invert", "blend", "pool", "overTime")) {
            String schedule = Kernel.of(VolumeKernels.class, all).schedule();
            assertTrue(schedule.contains(": parallel over"), schedule);
        }
        for (String one : List.of("rowSums", "columnSums", "mirror", "runAlong")) {
            String schedule = Kernel.of(RowKernels.class, one).schedule();
            assertTrue(schedule.lines().skip(1).findFirst().orElseThrow().contains(": parallel over"), schedule);
        }
    }

    @Test
    void writtenReferenceIsRefused() {
        KernelRejectedException refused = assertThrows(
                KernelRejectedException.class,
                () -> Kernel.of(Refused.class, "rows").launch(new int[1][1], new int[1][1]));
        assertTrue(refused.toString().contains("ReferenceValue"), refused.toString());
    }

    @Test
    void rowsThatAreReadElsewhereAreNotKeptIn() {
        KernelRejectedException refused = assertThrows(
                KernelRejectedException.class,
                () -> Kernel.of(Refused.class, "keptWhereItIsRead").schedule());
        assertTrue(refused.toString().contains("LoopDependence"), refused.toString());
    }

    static final class Refused {
        private Refused() {}

        @GpuKernel
        static void keptWhereItIsRead(int[][] a, int[] x) {
            int kept = 0;
            for (int i = 0; i < x.length; i++) {
                if (a[2][i] > 0) {
                    a[2][kept++] = a[2][i];
                }
            }
        }

        @GpuKernel
        static void rows(int[][] a, int[][] b) {
            for (int i = 0; i < a.length; i++) {
                a[i] = b[i];
            }
        }
    }
}
