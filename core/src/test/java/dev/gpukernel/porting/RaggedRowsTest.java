package dev.gpukernel.porting;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.internal.jit.LargeForms;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import dev.gpukernel.oracle.OmittedDetails;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels with rows of several lengths run as others do, and not as plain Java: results, arrays and exceptions are Java's. */
@ResourceLock("the log of launches as plain Java")
class RaggedRowsTest {
    /** How long rows are. */
    enum Shape {
        TRIANGLE {
            @Override
            int length(int row, SplittableRandom random) {
                return row + 1;
            }
        },
        FALLING {
            @Override
            int length(int row, SplittableRandom random) {
                return Math.max(0, 40 - row);
            }
        },
        ANY {
            @Override
            int length(int row, SplittableRandom random) {
                return random.nextInt(9);
            }
        },
        WITH_EMPTY {
            @Override
            int length(int row, SplittableRandom random) {
                return row % 3 == 1 ? 0 : 2 + random.nextInt(3);
            }
        },
        ONE_LONGER {
            @Override
            int length(int row, SplittableRandom random) {
                return row == 1 ? 6 : 5;
            }
        };

        abstract int length(int row, SplittableRandom random);
    }

    private static final int[] SIZES = {2, 3, 20, 90, 300};
    private static final int[] SIZES_ON_DEVICE = {2, 33};
    private static final int LONGEST = 400;

    record Case(Method method, Shape shape) {
        @Override
        public String toString() {
            return method.getName() + " " + shape;
        }

        boolean isGrid() {
            return method.getName().equals("inGrid");
        }
    }

    static Stream<Case> cases() {
        return Arrays.stream(RaggedKernels.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class))
                .flatMap(method -> Arrays.stream(Shape.values()).map(shape -> new Case(method, shape)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isJavas(Case one) throws IllegalAccessException {
        for (int size : SIZES) {
            compare(Gpu.current(), one, arguments(one, size, size));
        }
    }

    /** In the tests' interpreter, which has memory of its own, so that arrays move. */
    @ParameterizedTest
    @MethodSource("cases")
    void isJavasOnADevice(Case one) throws IllegalAccessException {
        Gpu gpu = OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE));
        for (int size : SIZES_ON_DEVICE) {
            compare(gpu, one, arguments(one, size, size));
        }
    }

    private static void compare(Gpu gpu, Case one, Object[] expected) throws IllegalAccessException {
        Object[] before = copies(expected);
        Object[] own = copies(expected);
        Kernel kernel = Kernel.of(RaggedKernels.class, one.method.getName());
        Object result = null;
        Throwable byJava = null;
        if (one.isGrid()) {
            // What its threads do together, in plain Java.
            inOrder((int[][]) expected[0], (int[]) expected[1]);
        } else {
            try {
                result = one.method.invoke(null, expected);
            } catch (InvocationTargetException e) {
                byJava = e.getCause();
            }
        }
        Object found = null;
        Throwable thrown = null;
        List<String> log = new ArrayList<>();
        try (Log _ = new Log(log)) {
            found = gpu.call(() -> launch(kernel, one, own));
        } catch (RuntimeException e) {
            thrown = e;
        }
        assertThat(log).as("run as plain Java").isEmpty();
        OmittedDetails.assertAlike(thrown, byJava);
        assertThat(Arrays.deepEquals(new Object[] {found}, new Object[] {result}))
                .isTrue();
        boolean isUntouched = byJava != null && !gpu.backend().equals("cpu");
        assertThat(Arrays.deepEquals(own, isUntouched ? before : expected)).isTrue();
        assertThat(Arrays.asList(own).indexOf(found))
                .isEqualTo(Arrays.asList(expected).indexOf(result));
    }

    private static @Nullable Object launch(Kernel kernel, Case one, Object[] arguments) {
        if (one.isGrid()) {
            kernel.launch(Launch.covering(Array.getLength(arguments[0])), arguments);
            return null;
        }
        return kernel.launch(arguments);
    }

    private static void inOrder(int[][] a, int[] sums) {
        for (int i = 0; i < a.length; i++) {
            sums[i] = 0;
            for (int j = 0; j < a[i].length; j++) {
                a[i][j]++;
                sums[i] += a[i][j];
            }
        }
    }

    private static Object[] arguments(Case one, int size, long seed) {
        return Arrays.stream(one.method.getParameterTypes())
                .map(type -> argument(type, one.shape, size, new SplittableRandom(seed)))
                .toArray();
    }

    /** {@return a number, or an array; those of one shape and seed have rows of the same lengths} */
    private static Object argument(Class<?> type, Shape shape, int size, SplittableRandom random) {
        if (!type.isArray()) {
            return type == float.class ? (Object) 1.5f : (Object) LONGEST;
        }
        if (!type.componentType().isArray()) {
            return row(type, Math.max(size, LONGEST));
        }
        // Of planes there are fewer.
        boolean hasPlanes = type.componentType().componentType().isArray();
        Object[] rows = (Object[]) Array.newInstance(type.componentType(), hasPlanes ? Math.min(size, 6) : size);
        for (int i = 0; i < rows.length; i++) {
            rows[i] = hasPlanes
                    ? argument(type.componentType(), shape, shape.length(i, random), random)
                    : row(type.componentType(), shape.length(i, random));
        }
        return rows;
    }

    private static Object row(Class<?> type, int length) {
        Object row = Array.newInstance(type.componentType(), length);
        for (int i = 0; i < length; i++) {
            if (row instanceof boolean[] flags) {
                flags[i] = i % 3 == 0;
            } else if (row instanceof char[] letters) {
                letters[i] = (char) (7 * i + length);
            } else {
                Array.setByte(row, i, (byte) ((7 * i + length) % 61));
            }
        }
        return row;
    }

    private static Object[] copies(Object[] arguments) {
        return Arrays.stream(arguments).map(RaggedRowsTest::copy).toArray();
    }

    private static Object copy(Object argument) {
        if (!argument.getClass().isArray()) {
            return argument;
        }
        int length = Array.getLength(argument);
        Object copy = Array.newInstance(argument.getClass().componentType(), length);
        for (int i = 0; i < length; i++) {
            Array.set(copy, i, copy(Array.get(argument, i)));
        }
        return copy;
    }

    /** Takes note of launches that run as plain Java. */
    private static final class Log extends Handler implements AutoCloseable {
        private final Logger logger = Logger.getLogger("dev.gpukernel.internal.jit.PlainRun");
        private final List<String> messages;

        Log(List<String> messages) {
            this.messages = messages;
            logger.addHandler(this);
        }

        @Override
        public void publish(LogRecord entry) {
            if (entry.getMessage().contains("kernel Ragged")) {
                messages.add(entry.getMessage());
            }
        }

        @Override
        public void flush() {
            // There is nothing to flush.
        }

        @Override
        public void close() {
            logger.removeHandler(this);
        }
    }

    /** Makes rows first, which have a parameter for where they begin. */
    @GpuKernel
    static int[] firsts(int[][] rows) {
        int[][] copy = rows.clone();
        for (int i = 0; i < copy.length; i++) {
            copy[i] = rows[i].clone();
        }
        int[] firsts = new int[copy.length];
        for (int i = 0; i < copy.length; i++) {
            firsts[i] = copy[i][0];
            if (firsts[i] < 0) {
                System.out.println(i);
            }
        }
        return firsts;
    }

    /** On the CPU, the method of a kernel that may print runs itself. */
    @Test
    void anArrayIsReturnedByAMethodThatMakesRows() {
        int[][] rows = {{3}, {4, 1}, {5}};
        assertThat(Kernel.of(RaggedRowsTest.class, "firsts").launch((Object) rows))
                .isEqualTo(new int[] {3, 4, 5});
    }

    /** Where one row has nearly all elements, a thread for each row would leave a GPU to one of them. */
    @Test
    void unevenRowsRunAsPlainJava() {
        int[][] a = new int[100][];
        Arrays.setAll(a, i -> new int[i == 50 ? 50_000 : 100]);
        a[50][49_999] = 7;
        List<String> log = new ArrayList<>();
        try (Log _ = new Log(log)) {
            assertThat(Kernel.of(RaggedKernels.class, "total").launch((Object) a))
                    .isEqualTo(7L);
            a[50] = new int[200];
            assertThat(Kernel.of(RaggedKernels.class, "total").launch((Object) a))
                    .isEqualTo(0L);
        }
        assertThat(log).singleElement().asString().contains("[RanAsJava]", "'a' with rows of very different lengths");
    }

    /** A row that is there twice is written twice, as in Java. */
    @ParameterizedTest
    @EnumSource(Shape.class)
    void sharedRowsRunAsPlainJava(Shape shape) {
        float[][] a = (float[][]) argument(float[][].class, shape, 7, new SplittableRandom(1));
        a[0] = a[3];
        float[][] expected = new float[7][];
        Arrays.setAll(expected, i -> a[i].clone());
        expected[0] = expected[3];
        RaggedKernels.scale(expected, 3);
        Kernel.of(RaggedKernels.class, "scale").launch(a, 3f);
        assertThat(a).isDeepEqualTo(expected);
        assertThat(a[0]).isSameAs(a[3]);
        // Those that are only read are read twice.
        int[][] read = {{1, 2}, {3}, {}};
        read[2] = read[0];
        assertThat(Kernel.of(RaggedKernels.class, "total").launch((Object) read))
                .isEqualTo(9L);
    }

    @GpuKernel
    static long timesSegment(int[][] values, int[][] columns, MemorySegment x, MemorySegment y) {
        long sum = 0;
        for (int i = 0; i < values.length; i++) {
            int row = 0;
            for (int j = 0; j < values[i].length; j++) {
                row += values[i][j] * x.getAtIndex(JAVA_INT, columns[i][j]);
            }
            y.setAtIndex(JAVA_INT, i, row);
            sum += row;
        }
        return sum;
    }

    /** As if these had more elements than an array has. */
    @ExtendWith(LargeForms.class)
    @ParameterizedTest
    @EnumSource(Shape.class)
    void besideLargeSegments(Shape shape) {
        int rows = 30;
        int[][] values = (int[][]) argument(int[][].class, shape, rows, new SplittableRandom(5));
        int[][] columns = new int[rows][];
        Arrays.setAll(columns, i -> new int[values[i].length]);
        for (int i = 0; i < rows; i++) {
            int row = i;
            Arrays.setAll(columns[i], j -> (row * 7 + j * 3) % rows);
        }
        int[] x = new SplittableRandom(6).ints(rows, -50, 50).toArray();
        List<String> log = new ArrayList<>();
        try (Log _ = new Log(log);
                Arena arena = Arena.ofShared()) {
            for (Gpu gpu : List.of(Gpu.current(), OtherEngine.gpu(new Interpreted(1 << 12, Long.MAX_VALUE)))) {
                for (int length : new int[] {rows, rows - 1}) {
                    MemorySegment y = arena.allocate(JAVA_INT, length);
                    MemorySegment expected = arena.allocate(JAVA_INT, length);
                    MemorySegment from = arena.allocateFrom(JAVA_INT, x);
                    Kernel kernel = Kernel.of(RaggedRowsTest.class, "timesSegment");
                    if (length < rows) {
                        assertThatThrownBy(() -> gpu.call(() -> kernel.launch(values, columns, from, y)))
                                .isInstanceOf(IndexOutOfBoundsException.class);
                        continue;
                    }
                    assertThat(gpu.call(() -> kernel.launch(values, columns, from, y)))
                            .isEqualTo(timesSegment(values, columns, from, expected));
                    assertThat(y.mismatch(expected)).isEqualTo(-1);
                }
            }
        }
        assertThat(log).isEmpty();
    }

    @Test
    void loopsOverRowsAreParallel() {
        for (String name : List.of("times", "scale", "sums", "below", "padded", "fill")) {
            String schedule = CompilerSteps.scheduleOfRagged(RaggedKernels.class, name);
            assertThat(schedule.lines().skip(1).findFirst().orElseThrow())
                    .as(schedule)
                    .contains(": parallel over");
        }
    }
}
