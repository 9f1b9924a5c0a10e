package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Grid;
import dev.gpukernel.porting.MadeRowKernels;
import dev.gpukernel.porting.RaggedKernels;
import dev.gpukernel.porting.RowKernels;
import dev.gpukernel.porting.RowLengthKernels;
import dev.gpukernel.porting.RowSwapKernels;
import dev.gpukernel.porting.VolumeKernels;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrays of rows that stay on a device: what kernels do with them is what plain Java does with rows on the host. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class HeldRowsContract {
    private static final List<String> REFUSALS = List.of("[LoopCondition]", "[RaggedRows]");

    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    /** {@return whether all kernels run, and not only those of integers} */
    protected boolean runsAll() {
        return true;
    }

    @GpuKernel
    static void add(int[][] a, int[][] b, int[][] sum) {
        for (int i = 0; i < sum.length; i++) {
            for (int j = 0; j < sum[i].length; j++) {
                sum[i][j] = a[i][j] + b[i][j];
            }
        }
    }

    /** Enough for several threads to move them. */
    @Test
    final void manyRowsComeBackAsTheyWere() {
        SplittableRandom random = new SplittableRandom(1);
        long[][] numbers = new long[300][701];
        Arrays.setAll(numbers, _ -> random.longs(701).toArray());
        boolean[][][] flags = new boolean[70][90][110];
        for (boolean[][] plane : flags) {
            for (boolean[] row : plane) {
                for (int k = 0; k < row.length; k++) {
                    row[k] = random.nextBoolean();
                }
            }
        }
        float[][] narrow = new float[150_000][1];
        Arrays.setAll(narrow, i -> new float[] {i});
        try (GpuArray<long[][]> ofNumbers = gpu().upload(numbers);
                GpuArray<long[][]> some = ofNumbers.slice(3, 203);
                GpuArray<boolean[][][]> ofFlags = gpu().upload(flags);
                GpuArray<float[][]> ofNarrow = gpu().upload(narrow)) {
            assertThat(Arrays.deepEquals(ofNumbers.toHost(), numbers)).isTrue();
            assertThat(Arrays.deepEquals(ofFlags.toHost(), flags)).isTrue();
            assertThat(Arrays.deepEquals(ofNarrow.toHost(), narrow)).isTrue();
            some.copyFrom(Arrays.copyOfRange(numbers, 100, 300));
            assertThat(Arrays.deepEquals(some.toHost(), Arrays.copyOfRange(numbers, 100, 300)))
                    .isTrue();
            assertThat(ofNumbers.toHost()[2]).isEqualTo(numbers[2]);
            assertThat(ofNumbers.toHost()[203]).isEqualTo(numbers[203]);
        }
    }

    @GpuKernel
    static void transposed(int[][] a, int[][] t) {
        int i = Grid.x();
        int j = Grid.y();
        if (i < t.length && j < t[i].length) {
            t[i][j] = a[j][i];
        }
    }

    @GpuKernel
    static void moved(int[][][] a, int[][][] b) {
        int j = Grid.x();
        int i = Grid.y();
        int k = Grid.z();
        if (k < a.length && i < a[k].length && j < a[k][i].length) {
            b[k + 1][i][j] = a[k][i][j] + 1;
        }
    }

    @GpuKernel
    static void sums(int[][] a, int[][] b, int[] out) {
        int i = Grid.x();
        if (i < out.length && out[i] != 0) {
            a[i][0]++;
            out[i] = a[i][0] + b[i].length;
        }
    }

    @GpuKernel
    static void ofPlane(int[][][] a, int k, int[] out) {
        int i = Grid.x();
        if (i < out.length) {
            out[i] = a[k] == null ? -1 : a[k][i].length;
        }
    }

    private static Kernel kernel(String name) {
        return Kernel.of(HeldRowsContract.class, name);
    }

    private static int[][] numbers(int first, int rows, int columns) {
        int[][] numbers = new int[rows][columns];
        for (int i = 0; i < rows; i++) {
            numbers[i] = IntStream.range(first + i * columns, first + (i + 1) * columns)
                    .toArray();
        }
        return numbers;
    }

    /**
     * {@return an array of a kernel's parameter, or a number}
     *
     * @param lengths of the rows, of which there are so many columns at most
     */
    private static Object argument(
            Class<?> type, int rows, int columns, IntUnaryOperator lengths, SplittableRandom random) {
        if (type.isArray() && type.componentType().isArray()) {
            Object[] made = (Object[]) java.lang.reflect.Array.newInstance(type.componentType(), rows);
            Arrays.setAll(made, i -> argument(type.componentType(), lengths.applyAsInt(i), columns, lengths, random));
            return made;
        }
        return switch (type.descriptorString()) {
            case "[I" -> random.ints(rows, -9, 9).toArray();
            case "[J" -> random.longs(rows).toArray();
            case "[D" -> random.doubles(rows).toArray();
            case "[F" -> {
                float[] made = new float[rows];
                for (int i = 0; i < rows; i++) {
                    made[i] = random.nextInt(1000) / 8f;
                }
                yield made;
            }
            case "[S" -> {
                short[] made = new short[rows];
                for (int i = 0; i < rows; i++) {
                    made[i] = (short) random.nextInt();
                }
                yield made;
            }
            case "[C" -> {
                char[] made = new char[rows];
                for (int i = 0; i < rows; i++) {
                    made[i] = (char) random.nextInt();
                }
                yield made;
            }
            case "[B" -> {
                byte[] made = new byte[rows];
                random.nextBytes(made);
                yield made;
            }
            case "[Z" -> {
                boolean[] made = new boolean[rows];
                for (int i = 0; i < rows; i++) {
                    made[i] = random.nextBoolean();
                }
                yield made;
            }
            case "I" -> random.nextInt(1, 5);
            case "F" -> random.nextInt(1000) / 8f;
            case "Z" -> random.nextBoolean();
            default -> throw new IllegalArgumentException(type.toString());
        };
    }

    static Stream<Method> kernels() {
        return kernels(RowKernels.class, MadeRowKernels.class, VolumeKernels.class);
    }

    static Stream<Method> kernelsOfRaggedRows() {
        return kernels(
                        RowKernels.class,
                        VolumeKernels.class,
                        RaggedKernels.class,
                        RowLengthKernels.class,
                        RowSwapKernels.class)
                // A kernel of threads.
                .filter(method -> !method.getName().equals("inGrid"));
    }

    private static Stream<Method> kernels(Class<?>... classes) {
        return Arrays.stream(classes)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                // Records of arrays are of the host.
                .filter(method -> method.isAnnotationPresent(GpuKernel.class)
                        && !method.getReturnType().isRecord()
                        && Arrays.stream(method.getParameterTypes()).anyMatch(Class::isArray));
    }

    @ParameterizedTest
    @MethodSource("kernels")
    final void isPlainJava(Method method) throws Exception {
        if (!runsAll()) {
            return;
        }
        method.setAccessible(true);
        Kernel kernel = Kernel.of(method.getDeclaringClass(), method.getName());
        boolean isVolume = method.getDeclaringClass() == VolumeKernels.class;
        int[][] sizes = isVolume
                ? new int[][] {{0, 0}, {0, 3}, {3, 0}, {1, 1}, {4, 5}, {12, 12}, {3, 21}}
                : new int[][] {{0, 0}, {0, 3}, {3, 0}, {1, 1}, {5, 5}, {40, 40}, {70, 33}};
        for (int[] size : sizes) {
            for (int seed = 0; seed < 4; seed++) {
                compare(method, kernel, size, seed, _ -> size[1]);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernelsOfRaggedRows")
    final void isPlainJavaWithRowsOfSeveralLengths(Method method) throws Exception {
        if (!runsAll()) {
            return;
        }
        method.setAccessible(true);
        Kernel kernel = Kernel.of(method.getDeclaringClass(), method.getName());
        for (int[] size : new int[][] {{2, 3}, {9, 9}, {12, 5}}) {
            compare(method, kernel, size, size[0], i -> (i * 5 + 2) % (size[1] + 1));
        }
    }

    private void compare(Method method, Kernel kernel, int[] size, int seed, IntUnaryOperator lengths)
            throws Exception {
        Object[] expected = arguments(method, size, seed, lengths);
        Object[] passed = arguments(method, size, seed, lengths);
        List<GpuArray<?>> held = new ArrayList<>();
        for (int i = 0; i < passed.length; i++) {
            if (passed[i].getClass().isArray()) {
                GpuArray<?> array = gpu().upload(passed[i]);
                held.add(array);
                passed[i] = array;
            }
        }
        String what = method.getName() + " " + Arrays.toString(size) + " seed " + seed;
        @Nullable Object result = null;
        Class<?> byJava = null;
        try {
            result = method.invoke(null, expected);
        } catch (InvocationTargetException thrown) {
            byJava = Objects.requireNonNull(thrown.getCause()).getClass();
        }
        @Nullable Object found = null;
        Class<?> thrown = null;
        try {
            found = kernel.launch(passed);
            for (GpuArray<?> array : held) {
                array.toHost();
            }
            found = found instanceof GpuArray<?> array ? array.toHost() : found;
        } catch (RuntimeException fault) {
            thrown = fault.getClass();
            // What is not shown for these sizes is refused before anything is done.
            if (REFUSALS.stream().anyMatch(String.valueOf(fault.getMessage())::startsWith)) {
                held.forEach(GpuArray::close);
                return;
            }
        }
        assertThat(thrown).as(what).isEqualTo(byJava);
        if (byJava == null) {
            assertThat(Arrays.deepEquals(new Object[] {found}, new Object[] {result}))
                    .as(what)
                    .isTrue();
            for (int i = 0; i < passed.length; i++) {
                Object after = passed[i] instanceof GpuArray<?> array ? array.toHost() : passed[i];
                assertThat(Arrays.deepEquals(new Object[] {after}, new Object[] {expected[i]}))
                        .as(what + ", argument " + i)
                        .isTrue();
            }
        }
        held.forEach(GpuArray::close);
    }

    private static Object[] arguments(Method method, int[] size, int seed, IntUnaryOperator lengths) {
        SplittableRandom random = new SplittableRandom(seed);
        return Arrays.stream(method.getParameterTypes())
                .map(type -> argument(type, size[0], size[1], lengths, random))
                .toArray();
    }

    @Test
    final void rowsComeBackAsTheyWere() {
        int[][] host = numbers(0, 7, 5);
        try (GpuArray<int[][]> array = gpu().upload(host)) {
            assertThat(array.length()).isEqualTo(7);
            assertThat(array.type()).isEqualTo(int[][].class);
            assertThat(array.toString()).contains("int[7][5]");
            assertThat(array.toHost()).isDeepEqualTo(host);
            int[][] other = numbers(100, 7, 5);
            int[] row = other[3];
            array.copyTo(other);
            assertThat(other).isDeepEqualTo(host);
            // The caller's rows are written, not replaced.
            assertThat(other[3]).isSameAs(row);
            array.copyFrom(numbers(50, 7, 5));
            assertThat(array.toHost()).isDeepEqualTo(numbers(50, 7, 5));
        }
    }

    @Test
    final void rowsOfSeveralLengthsComeBackAsTheyWere() {
        int[][] host = {{1, 2}, {}, {3, 4, 5}, {6}, {}};
        try (GpuArray<int[][]> array = gpu().upload(host);
                GpuArray<int[][]> emptyAtFirst = gpu().upload(new int[][] {{}, {7}})) {
            assertThat(array.length()).isEqualTo(5);
            assertThat(array.toString()).contains("int[5][] on");
            assertThat(array.toHost()).isDeepEqualTo(host);
            int[][] other = {{9, 9}, {}, {9, 9, 9}, {9}, {}};
            int[] row = other[2];
            array.copyTo(other);
            assertThat(other).isDeepEqualTo(host);
            assertThat(other[2]).isSameAs(row);
            array.copyFrom(new int[][] {{-1, -2}, {}, {-3, -4, -5}, {-6}, {}});
            assertThat(array.toHost()[2]).containsExactly(-3, -4, -5);
            assertThat(emptyAtFirst.toHost()).isDeepEqualTo(new int[][] {{}, {7}});
            for (int[][] odd : new int[][][] {{{1, 2}, {}, {3, 4}, {6, 5}, {}}, {{1, 2}, {}, null, {6}, {}}}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> array.copyTo(odd))
                        .withMessageContaining("[RowLength]")
                        .withMessageContaining(
                                odd[2] == null
                                        ? "row 2 of the host array is null"
                                        : "has 2, but that of the GpuArray has 3");
                assertThatIllegalArgumentException().isThrownBy(() -> array.copyFrom(odd));
            }
            assertThat(array.toHost()[3]).containsExactly(-6);
        }
    }

    @Test
    final void planesOfSeveralSizesComeBackAsTheyWere() {
        int[][][] host = {{{1}, {2, 3}}, {}, {{}, {4, 5, 6}, {7}}};
        try (GpuArray<int[][][]> array = gpu().upload(host);
                GpuArray<int[][][]> ofNone = gpu().upload(new int[][][] {{}, {{}, {}}});
                GpuArray<int[][][]> next =
                        gpu().upload(new int[][][] {{{0}}, {{0}, {0, 0}}, {}, {{}, {0, 0, 0}, {0}}})) {
            assertThat(array.toHost()).isDeepEqualTo(host);
            assertThat(array.slice(1, 3).toHost()).isDeepEqualTo(new int[][][] {{}, host[2]});
            assertThat(ofNone.toHost()).isDeepEqualTo(new int[][][] {{}, {{}, {}}});
            kernel("moved").launch(Launch.covering(3, 3, 3), array, next);
            assertThat(next.toHost()).isDeepEqualTo(new int[][][] {{{0}}, {{2}, {3, 4}}, {}, {{}, {5, 6, 7}, {8}}});
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> array.copyFrom(new int[][][] {{{1}, {2, 3}}, {}, {{}, {4, 5}, {6, 7}}}))
                    .withMessageContaining("row 2, 1 of the host array has 2, but that of the GpuArray has 3");
        }
    }

    @Test
    final void kernelsTakeRowsOfSeveralLengthsBesideOthers() {
        int[][] host = {{1, 2}, {}, {3, 4, 5}};
        try (GpuArray<int[][]> a = gpu().upload(host);
                GpuArray<int[][]> wide = gpu().upload(numbers(0, 3, 3));
                GpuArray<int[][]> sum = gpu().upload(new int[][] {{0, 0}, {}, {0, 0, 0}});
                GpuArray<int[][]> across = gpu().allocate(int[][].class, 1, 1);
                GpuStream stream = gpu().newStream()) {
            kernel("add").launch(a, wide, sum);
            kernel("add").launch(sum, a, sum);
            assertThat(sum.toHost()).isDeepEqualTo(new int[][] {{2, 5}, {}, {12, 15, 18}});
            stream.run(() -> {
                kernel("add").launch(a, a, a);
                kernel("add").launch(a, wide, sum);
            });
            assertThat(sum.toHost()).isDeepEqualTo(new int[][] {{2, 5}, {}, {12, 15, 18}});
            kernel("transposed").launch(Launch.covering(1, 1), a, across);
            assertThat(across.toHost()[0]).containsExactly(2);
            assertThatExceptionOfType(ArrayIndexOutOfBoundsException.class)
                    .isThrownBy(() -> {
                        kernel("add").launch(a, a, wide);
                        wide.toHost();
                    })
                    .withMessage("Index 2 out of bounds for length 2");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kernel("add").launch(a, host, sum))
                    .withMessageContaining("[MixedArguments]");
        }
        GpuArray<int[][]> closed = gpu().upload(host);
        kernel("add").launch(closed, closed, closed);
        closed.close();
        assertThatIllegalStateException().isThrownBy(() -> kernel("add").launch(closed, closed, closed));
    }

    @Test
    final void slicesOfRowsOfSeveralLengthsAreSomeOfThem() {
        int[][] host = {{1, 2}, {}, {3, 4, 5}, {6}, {}, {7, 8, 9}};
        try (GpuArray<int[][]> whole = gpu().upload(host)) {
            GpuArray<int[][]> slice = whole.slice(1, 4);
            assertThat(slice.toString()).contains("int[3][]", "rows 1 to 4");
            assertThat(slice.toHost()).isDeepEqualTo(new int[][] {{}, {3, 4, 5}, {6}});
            kernel("add").launch(slice, slice, slice);
            assertThat(whole.toHost()).isDeepEqualTo(new int[][] {{1, 2}, {}, {6, 8, 10}, {12}, {}, {7, 8, 9}});
            assertThat(slice.slice(1, 2).toHost()).isDeepEqualTo(new int[][] {{6, 8, 10}});
            kernel("add").launch(whole.slice(2, 3), slice.slice(1, 2), whole.slice(5, 6));
            assertThat(whole.toHost()[5]).containsExactly(12, 16, 20);
            whole.slice(2, 4).copyFrom(new int[][] {{1, 1, 1}, {2}});
            assertThat(whole.toHost()).isDeepEqualTo(new int[][] {{1, 2}, {}, {1, 1, 1}, {2}, {}, {12, 16, 20}});
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kernel("add").launch(slice, slice, whole.slice(2, 6)))
                    .withMessageContaining("[AliasedArguments]");
            assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> whole.slice(4, 7));
            slice.close();
            assertThat(whole.toHost()[2]).containsExactly(1, 1, 1);
            assertThatIllegalStateException().isThrownBy(() -> kernel("add").launch(slice, slice, slice));
        }
    }

    @Test
    final void kernelsReturnRowsOfSeveralLengths() {
        Kernel gram = Kernel.of(RowLengthKernels.class, "gram");
        int[][] host = numbers(0, 3, 2);
        try (GpuArray<int[][]> a = gpu().upload(host)) {
            GpuArray<?> products = (GpuArray<?>) Objects.requireNonNull(gram.launch(a));
            int[][] expected = {{1}, {3, 13}, {5, 23, 41}};
            assertThat(products.type()).isEqualTo(int[][].class);
            assertThat(products.toString()).contains("int[3][] on");
            assertThat((int[][]) products.toHost()).isDeepEqualTo(expected);
            // With rows of several lengths they go to other kernels as they are.
            kernel("add").launch(products, products, products);
            assertThat((int[][]) products.slice(1, 3).toHost()).isDeepEqualTo(new int[][] {{6, 26}, {10, 46, 82}});
            products.close();
            assertThat(products.isClosed()).isTrue();
            assertThatIllegalStateException().isThrownBy(products::toHost);
        }
    }

    @GpuKernel
    static void lastFirst(int[][] a, int[][] b) {
        int[] row = b[0];
        b[0] = b[b.length - 1];
        b[b.length - 1] = row;
        for (int i = 0; i < a.length; i++) {
            a[i][0] += b[i].length;
        }
    }

    /** Nothing is done: what is on the device could not have other lengths. */
    @Test
    final void rowsOfSeveralLengthsStayInTheirPlaces() {
        int[][] host = {{1, 2}, {4}, {3, 4, 5}};
        try (GpuArray<int[][]> a = gpu().upload(host);
                GpuArray<int[][]> b = gpu().upload(host)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kernel("lastFirst").launch(a, b))
                    .withMessageContaining("[RaggedRows]")
                    .withMessageContaining(
                            "'b', cannot go to kernel HeldRowsContract.lastFirst, where rows change places");
            assertThat(a.toHost()).isDeepEqualTo(host);
            assertThat(b.toHost()).isDeepEqualTo(host);
            try (GpuArray<int[][]> even = gpu().upload(numbers(0, 3, 2))) {
                if (runsAll()) {
                    kernel("lastFirst").launch(a, even);
                    assertThat(a.toHost()).isDeepEqualTo(new int[][] {{3, 2}, {6}, {5, 4, 5}});
                    assertThat(even.toHost()).isDeepEqualTo(new int[][] {{4, 5}, {2, 3}, {0, 1}});
                }
            }
        }
    }

    @Test
    final void graphsTakeRowsOfSeveralLengths() {
        int[][] host = {{1, 2}, {}, {3, 4, 5}};
        try (GpuArray<int[][]> a = gpu().upload(host);
                GpuArray<int[][]> sum = gpu().upload(new int[][] {{0, 0}, {}, {0, 0, 0}});
                GpuArray<int[][]> even = gpu().upload(numbers(0, 2, 2));
                GpuArray<int[][]> other = gpu().upload(new int[][] {{1}, {2, 3}});
                GpuGraph graph = gpu().record(() -> kernel("add").launch(a, a, sum));
                GpuGraph ofEven = gpu().record(() -> kernel("add").launch(even, even, even))) {
            graph.launch();
            assertThat(sum.toHost()).isDeepEqualTo(new int[][] {{2, 4}, {}, {6, 8, 10}});
            graph.replace(a, other).replace(sum, even);
            assertThatExceptionOfType(ArrayIndexOutOfBoundsException.class)
                    .isThrownBy(() -> {
                        graph.launch();
                        even.toHost();
                    })
                    .withMessage("Index 1 out of bounds for length 1");
            graph.replace(even, other).launch();
            assertThat(other.toHost()).isDeepEqualTo(new int[][] {{2}, {4, 6}});
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ofEven.replace(even, other))
                    .withMessageContaining("[RaggedRows]")
                    .withMessageContaining("a graph that was recorded with rows of one length");
            even.copyFrom(numbers(0, 2, 2));
            ofEven.launch();
            assertThat(even.toHost()).isDeepEqualTo(new int[][] {{0, 2}, {4, 6}});
        }
    }

    @Test
    final void aRowThatIsThereTwiceIsTwoRows() {
        int[] row = {1, 2};
        int[][] host = {row, {}, row};
        try (GpuArray<int[][]> array = gpu().upload(host)) {
            int[][] apart = array.toHost();
            assertThat(apart[0]).isNotSameAs(apart[2]);
            array.copyFrom(new int[][] {{3, 4}, {}, {5, 6}});
            array.copyTo(host);
            assertThat(row).containsExactly(5, 6);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 300})
    final void rowsAreAllocatedAsZeros(int rows) {
        for (int columns : new int[] {0, 1, 40}) {
            try (GpuArray<long[][]> array = gpu().allocate(long[][].class, rows, columns)) {
                assertThat(array.length()).isEqualTo(rows);
                assertThat(array.toHost()).isDeepEqualTo(new long[rows][columns]);
            }
        }
    }

    @Test
    final void launchesMoveNothing() {
        try (GpuArray<int[][]> a = gpu().upload(numbers(0, 60, 50));
                GpuArray<int[][]> b = gpu().upload(numbers(7, 60, 50));
                GpuArray<int[][]> sum = gpu().allocate(int[][].class, 60, 50);
                GpuArray<int[][]> across = gpu().allocate(int[][].class, 50, 60)) {
            kernel("add").launch(a, b, sum);
            kernel("add").launch(sum, sum, sum);
            assertThat(sum.toHost()[59][49]).isEqualTo(2 * (2999 + 3006));
            kernel("transposed").launch(Launch.covering(50, 60), sum, across);
            assertThat(across.toHost()[49][59]).isEqualTo(2 * (2999 + 3006));
            assertThat(across.toHost()[3][10]).isEqualTo(2 * (503 + 510));
        }
    }

    @Test
    final void aSliceHasSomeOfTheRows() {
        try (GpuArray<int[][]> whole = gpu().upload(numbers(0, 10, 6));
                GpuArray<int[][]> ones = gpu().upload(numbers(1, 3, 6))) {
            GpuArray<int[][]> slice = whole.slice(4, 7);
            assertThat(slice.length()).isEqualTo(3);
            assertThat(slice.toHost()).isDeepEqualTo(numbers(24, 3, 6));
            assertThat(slice.toString()).contains("int[3][6]", "rows 4 to 7");
            kernel("add").launch(slice, ones, slice);
            assertThat(whole.toHost()[3]).containsExactly(18, 19, 20, 21, 22, 23);
            assertThat(whole.toHost()[4]).containsExactly(25, 27, 29, 31, 33, 35);
            assertThat(whole.toHost()[7]).containsExactly(42, 43, 44, 45, 46, 47);
            assertThat(slice.slice(1, 3).toHost()[1]).isEqualTo(whole.toHost()[6]);
            kernel("add").launch(whole.slice(0, 3), whole.slice(3, 6), whole.slice(6, 9));
            assertThat(whole.toHost()[6][0]).isEqualTo(18);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kernel("add").launch(whole.slice(0, 3), ones, whole.slice(2, 5)))
                    .withMessageContaining("AliasedArguments")
                    .withMessageContaining("rows 0 to 3 and 2 to 5 of one array");
            assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> whole.slice(4, 11));
        }
    }

    @Test
    final void volumesAreArraysOfPlanes() {
        int[][][] host = {numbers(0, 3, 2), numbers(6, 3, 2), numbers(12, 3, 2), numbers(18, 3, 2)};
        try (GpuArray<int[][][]> array = gpu().upload(host);
                GpuArray<int[][][]> zeros = gpu().allocate(int[][][].class, 4, 3, 2);
                GpuArray<int[][][][]> none = gpu().allocate(int[][][][].class, 2, 0, 7, 1 << 30)) {
            assertThat(array.toHost()).isDeepEqualTo(host);
            assertThat(zeros.toHost()).isDeepEqualTo(new int[4][3][2]);
            assertThat(none.toHost()).isDeepEqualTo(new int[2][0][][]);
            GpuArray<int[][][]> slice = array.slice(1, 3);
            assertThat(slice.toString()).contains("int[2][3][2]", "planes 1 to 3");
            assertThat(slice.toHost()).isDeepEqualTo(new int[][][] {host[1], host[2]});
            kernel("moved").launch(Launch.covering(2, 3, 2), slice, zeros);
            assertThat(zeros.toHost())
                    .isDeepEqualTo(new int[][][] {new int[3][2], numbers(7, 3, 2), numbers(13, 3, 2), new int[3][2]});
        }
    }

    @Test
    final void gridsTakeSlicesOfRows() {
        try (GpuArray<int[][]> a = gpu().upload(numbers(0, 4, 2));
                GpuArray<int[][]> t = gpu().allocate(int[][].class, 2, 2);
                GpuGraph graph =
                        gpu().record(() -> kernel("transposed").launch(Launch.covering(2, 2), a.slice(1, 3), t))) {
            kernel("transposed").launch(Launch.covering(2, 2), a.slice(1, 3), t);
            assertThat(t.toHost()).isDeepEqualTo(new int[][] {{2, 4}, {3, 5}});
            a.copyFrom(numbers(10, 4, 2));
            graph.launch();
            assertThat(t.toHost()).isDeepEqualTo(new int[][] {{12, 14}, {13, 15}});
            a.copyFrom(numbers(20, 4, 2));
            graph.launch();
            assertThat(t.toHost()).isDeepEqualTo(new int[][] {{22, 24}, {23, 25}});
        }
    }

    @Test
    final void gridsOfVolumesThrowWhatJavaThrows() {
        try (GpuArray<int[][][]> a = gpu().allocate(int[][][].class, 2, 3, 4);
                GpuArray<int[][][]> b = gpu().allocate(int[][][].class, 3, 3, 3)) {
            assertThatExceptionOfType(ArrayIndexOutOfBoundsException.class)
                    .isThrownBy(() -> {
                        kernel("moved").launch(Launch.covering(4, 3, 2), a, b);
                        b.toHost();
                    })
                    .withMessage("Index 3 out of bounds for length 3");
        }
    }

    /** Java throws where it reads such a row, and nothing where it does not. */
    @Test
    final void rowsOfTheHostMayBeNull() {
        int[][] a = {{1, 2}, null, {5}, {7}};
        int[] shared = a[2];
        int[][] b = {shared, {1, 2, 3}, shared, null};
        int[] out = {1, 0, 1, 0};
        gpu().run(() -> kernel("sums").launch(Launch.covering(4), a, b, out));
        assertThat(out).containsExactly(3, 0, 7, 0);
        assertThat(a).isDeepEqualTo(new int[][] {{2, 2}, null, {6}, {7}});
        for (int thread : new int[] {1, 3}) {
            out[thread] = 1;
            assertThatNullPointerException()
                    .isThrownBy(() -> gpu().run(() -> kernel("sums").launch(Launch.covering(4), a, b, out)))
                    .withMessageContaining(thread == 1 ? "\"a[i]\" is null" : "\"b[i]\" is null")
                    .satisfies(thrown -> assertThat(thrown.getStackTrace()[0].getMethodName())
                            .isEqualTo("sums"));
            out[thread] = 0;
        }
        int[][][] planes = {null, {{1}, null}};
        gpu().run(() -> kernel("ofPlane").launch(Launch.of(1, 1), planes, 1, out));
        assertThat(out[0]).isEqualTo(1);
        gpu().run(() -> kernel("ofPlane").launch(Launch.covering(2), planes, 0, out));
        assertThat(out).startsWith(-1, -1);
        assertThatNullPointerException()
                .isThrownBy(() -> gpu().run(() -> kernel("ofPlane").launch(Launch.covering(2), planes, 1, out)));
    }

    @Test
    final void graphsTakeRows() {
        try (GpuArray<int[][]> a = gpu().upload(numbers(0, 4, 3));
                GpuArray<int[][]> b = gpu().upload(numbers(10, 4, 3));
                GpuArray<int[][]> wide = gpu().upload(numbers(100, 4, 5));
                GpuArray<int[][]> sum = gpu().allocate(int[][].class, 4, 3);
                GpuArray<int[][]> wideSum = gpu().allocate(int[][].class, 4, 5);
                GpuGraph graph = gpu().record(() -> kernel("add").launch(a, b, sum))) {
            graph.launch();
            assertThat(sum.toHost()[3]).containsExactly(28, 30, 32);
            // Of another width, so that the numbers of rows and columns are those of the new array.
            graph.replace(a, wide).replace(b, wide).replace(sum, wideSum).launch();
            assertThat(wideSum.toHost()[3]).containsExactly(230, 232, 234, 236, 238);
            assertThat(sum.toHost()[3]).containsExactly(28, 30, 32);
            try (GpuArray<int[][]> across = gpu().allocate(int[][].class, 3, 4);
                    GpuGraph threads =
                            gpu().record(() -> kernel("transposed").launch(Launch.covering(3, 4), a, across))) {
                // What they hold when the graph is launched counts.
                a.copyFrom(numbers(50, 4, 3));
                threads.launch();
                assertThat(across.toHost()[2]).containsExactly(52, 55, 58, 61);
            }
        }
    }

    @Test
    final void threadsWorkOnSlices() {
        try (GpuArray<int[][]> a = gpu().upload(numbers(0, 10, 3));
                GpuArray<int[][]> across = gpu().allocate(int[][].class, 9, 4)) {
            kernel("transposed").launch(Launch.covering(3, 4), a.slice(2, 6), across.slice(4, 7));
            assertThat(across.toHost()[4]).containsExactly(6, 9, 12, 15);
            assertThat(across.toHost()[6]).containsExactly(8, 11, 14, 17);
            assertThat(across.toHost()[7]).containsOnly(0);
        }
    }

    @Test
    final void aRowTooShortIsAnIndexOutOfBounds() {
        try (GpuArray<int[][]> a = gpu().upload(numbers(0, 4, 3));
                GpuArray<int[][]> sum = gpu().allocate(int[][].class, 4, 4)) {
            assertThatExceptionOfType(ArrayIndexOutOfBoundsException.class)
                    .isThrownBy(() -> {
                        kernel("add").launch(a, a, sum);
                        sum.toHost();
                    })
                    .withMessage("Index 3 out of bounds for length 3");
        }
    }

    @Test
    final void wrongRowsAreRefused() {
        int[][] ragged = {{1, 2}, {3}};
        int[][] missing = new int[2][];
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gpu().upload(missing))
                .withMessageContaining("row 0 of the host array is null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gpu().upload(new int[1][1][1][1][1]))
                .withMessageContaining("[NotPrimitiveArray]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gpu().upload(new int[][][] {{{1}, {2}}, {{3, 4}, null}}))
                .withMessageContaining("row 1, 1 of the host array is null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gpu().allocate(int[][][].class, 3, 4))
                .withMessageContaining("[NotRows]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gpu().allocate(int[][][].class, 1 << 16, 1 << 16, 1 << 16))
                .withMessageContaining("[TooManyElements]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gpu().allocate(int[][].class, 3))
                .withMessageContaining("[NotPrimitiveArray]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gpu().allocate(int[].class, 3, 4))
                .withMessageContaining("[NotRows]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gpu().allocate(int[][].class, 3, -4))
                .withMessageContaining("[NegativeSize]")
                .withMessageContaining("-4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gpu().allocate(byte[][].class, 1 << 16, 1 << 15))
                .withMessageContaining("[TooManyElements]");
        try (GpuArray<int[][]> array = gpu().allocate(int[][].class, 2, 2);
                GpuArray<int[]> flat = gpu().allocate(int[].class, 4)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> array.copyFrom(ragged))
                    .withMessageContaining("[RowLength]");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> array.copyTo(new int[3][2]))
                    .withMessageContaining("[LengthMismatch]");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kernel("add").launch(array, array, flat))
                    .withMessageContaining("GpuArray<int[]>");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kernel("add").launch(array, array, new int[2][2]))
                    .withMessageContaining("[MixedArguments]");
            assertThat(array.toHost()).isDeepEqualTo(new int[2][2]);
        }
        GpuArray<int[][]> closed = gpu().allocate(int[][].class, 2, 2);
        closed.close();
        assertThatIllegalStateException().isThrownBy(() -> kernel("add").launch(closed, closed, closed));
    }
}
