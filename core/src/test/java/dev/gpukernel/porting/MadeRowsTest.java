package dev.gpukernel.porting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import dev.gpukernel.oracle.OmittedDetails;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels of {@link MadeRowKernels}, {@link RowByRowKernels}, {@link RowLengthKernels}, {@link RowNestKernels} and {@link RowSwapKernels} do what Java does: results, arguments, exceptions, and which array it is that comes back. */
@Execution(ExecutionMode.CONCURRENT)
class MadeRowsTest {
    private static final List<String> BY_SIZES = List.of(
            "zeros",
            "rowsFirst",
            "filledOnceSet",
            "byAMethod",
            "fromTheRowBefore",
            "firstRowApart",
            "sequential",
            "inBranches",
            "afterAnother");
    private static final List<String> OF_ROWS = List.of(
            "copy",
            "cloned",
            "fromAllRowsBefore",
            "framed",
            "byAMethodWithTwoResults",
            "clonedInPlace",
            "clonedAndSwapped");
    private static final List<String> OF_ROWS_AND_A_NUMBER = List.of(
            "filledBefore",
            "filledThroughBoth",
            "lengthenedRows",
            "total",
            "inSteps",
            "throwing",
            "chosen",
            "lengthenedInPlace",
            "throughTheClone",
            "shallowClone",
            "clonesOfWhatIsMade");

    /** A launch. */
    record Case(String kernel, List<@Nullable Object> arguments) {
        static Case of(String kernel, @Nullable Object... arguments) {
            return new Case(kernel, Arrays.asList(arguments));
        }

        @Override
        public String toString() {
            return kernel
                    + Arrays.deepToString(arguments.toArray()).transform(s -> s.substring(0, Math.min(60, s.length())));
        }

        Kernel compiled() {
            return Kernel.of(method().getDeclaringClass(), kernel);
        }

        Method method() {
            return Stream.of(
                            MadeRowKernels.class,
                            RowByRowKernels.class,
                            RowLengthKernels.class,
                            RowNestKernels.class,
                            RowRangeKernels.class,
                            RowSwapKernels.class)
                    .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                    .filter(method -> method.getName().equals(kernel))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static int[] ints(int length, int seed, int from, int to) {
        return new SplittableRandom(seed).ints(length, from, to).toArray();
    }

    private static int[][] rows(int rows, int columns) {
        int[][] a = new int[rows][];
        Arrays.setAll(a, i -> ints(columns, 31 * rows + i, -50, 50));
        return a;
    }

    private static int[][] someLengths(int rows) {
        int[][] a = new int[rows][];
        Arrays.setAll(a, i -> ints(i * 7 % 5, 31 * rows + i, -50, 50));
        return a;
    }

    private static double[][] covariances(int n) {
        double[][] a = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = (i == j ? n : 0) + 1.0 / (1 + i + j);
            }
        }
        return a;
    }

    private static double[][] numbers(int rows, int columns) {
        double[][] a = new double[rows][];
        Arrays.setAll(a, i -> new SplittableRandom(i).doubles(columns, -9, 9).toArray());
        return a;
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (int n : new int[] {-3, -1, 0, 1, 7, 30}) {
            for (int m : new int[] {-1, 0, 3, 9}) {
                for (String kernel : List.of("numberedBlocks", "evenInNest", "triangles", "onesInNest")) {
                    if (n >= 0 || m >= 0) {
                        cases.add(Case.of(kernel, n, m));
                    }
                }
                cases.add(Case.of("inBlocks", rows(Math.max(0, n), 9), m));
                cases.add(Case.of("inBlocks", rows(Math.max(0, n), 5), m));
                cases.add(Case.of("transposedBlocks", rows(Math.max(0, n), 9), m));
            }
            cases.add(Case.of("chosenLengths", ints(Math.max(0, n), 4, 0, 9), n));
            cases.add(Case.of("inStepsOfNests", ints(Math.max(0, n), 4, 0, 9), 2));
        }
        for (int n : new int[] {0, 1, 2, 5, 33, 300}) {
            for (int m : new int[] {0, 1, 3, 70}) {
                cases.add(Case.of("table", n, m));
                cases.add(Case.of("empty", n, m));
                cases.add(Case.of("given", rows(n, m), 7));
                cases.add(Case.of("sums", (Object) rows(n, m)));
                cases.add(Case.of("filled", n, m, new int[1]));
                cases.add(Case.of("failing", rows(n, m + 2), 45));
                cases.add(Case.of("failing", rows(n, m + 2), 99));
                cases.add(Case.of("failing", rows(n, m), 99));
                cases.add(Case.of("printed", rows(n, m), n % 2 == 0));
                cases.add(Case.of("search", rows(n, m), 11));
                cases.add(Case.of("smoothed", (Object) rows(n, m)));
                for (int by : new int[] {0, 1, 3}) {
                    cases.add(Case.of("shifted", rows(n, m), rows(n, m), by));
                }
                cases.add(Case.of("lengthened", rows(n, m), m + 3, 5));
                cases.add(Case.of("lengthened", rows(n, m), m, -5));
                cases.add(Case.of("firstDoubled", (Object) rows(n, m)));
                cases.add(Case.of("parts", rows(n, m), n));
                cases.add(Case.of("parts", rows(n, m), m + 3));
            }
            for (int m : new int[] {0, 1, 3, 70}) {
                for (String kernel : BY_SIZES) {
                    cases.add(Case.of(kernel, n, m));
                }
                for (String kernel : OF_ROWS) {
                    cases.add(Case.of(kernel, (Object) rows(n, m)));
                }
                for (String kernel : OF_ROWS_AND_A_NUMBER) {
                    cases.add(Case.of(kernel, rows(n, m), 3));
                    cases.add(Case.of(kernel, rows(n, m), m));
                }
                cases.add(Case.of("eitherWay", rows(n, m), n % 2 == 0));
                cases.add(Case.of("inAnIteration", ints(n, m, -9, 9), m, new int[n]));
                cases.add(Case.of("ownOfConstantSizes", ints(n, m, -9, 9), m, new int[n]));
            }
            for (String kernel : List.of("constantLength", "triples", "hot", "constantSizes", "twoRows", "noRows")) {
                cases.add(Case.of(kernel, (Object) ints(n, 4, -3, 12)));
            }
            // Of the third power of the size, and more slowly than compiled code.
            int side = Math.min(n, 100);
            for (double[][] a : List.of(covariances(side), numbers(side, side), numbers(side, side + 2))) {
                cases.add(Case.of("decompose", (Object) a));
                cases.add(Case.of("reversed", (Object) a));
                cases.add(Case.of("ownRows", a, new double[side]));
                for (int by : new int[] {-1, 0, 1, 4}) {
                    cases.add(Case.of("swapped", a, by, side / 2));
                    cases.add(Case.of("swapped", a, side / 2, by));
                    cases.add(Case.of("rotated", a, 0, by, side / 2));
                    cases.add(Case.of("rotated", a, by, side - 1, by));
                }
            }
            cases.add(Case.of("decompose", (Object) numbers(side, side / 2)));
            cases.add(Case.of("pascal", n));
            cases.add(Case.of("pascalFirstApart", n));
            cases.add(Case.of("cholesky", (Object) covariances(side)));
            for (int by : new int[] {-1, 0, 1, 4, 70}) {
                for (String kernel : List.of(
                        "upper",
                        "likeMade",
                        "twoLengths",
                        "firstIsLonger",
                        "triangleSum",
                        "shorterAndShorter",
                        "byAMethodOfRows",
                        "throwingOnTheWay")) {
                    cases.add(Case.of(kernel, n, by));
                }
                cases.add(Case.of("lists", ints(n, 4, 0, 12), by));
                cases.add(Case.of("lists", ints(n, 4, -1, 40), by));
                for (String kernel :
                        List.of("listsInBranches", "afterALoop", "oneOfThree", "sizedByDivision", "neighbours")) {
                    cases.add(Case.of(kernel, ints(n, 4, 0, 12), by));
                    cases.add(Case.of(kernel, ints(n, 4, -1, 40), by));
                }
                cases.add(Case.of("fewInSteps", ints(n, 4, -9, 12), Math.min(by, 4)));
                cases.add(Case.of("tooFewLengths", ints(n, 4, 0, 12), n + by));
                cases.add(Case.of("counted", ints(9 * n, 4, 0, 120), by));
                cases.add(Case.of("inStepsOfTriangles", ints(n, 4, 0, 120), Math.min(by, 4)));
            }
            cases.add(Case.of("gram", (Object) rows(n, 3)));
            cases.add(Case.of("halves", (Object) rows(n, n)));
            for (int[][] a : List.of(rows(n, 3), someLengths(n))) {
                cases.add(Case.of("likeRows", (Object) a));
                cases.add(Case.of("longerByOne", (Object) a));
                cases.add(Case.of("clonedInPlace", (Object) a));
                for (int by : new int[] {-2, 0, 3}) {
                    cases.add(Case.of("lengthenedInPlace", a, by));
                    cases.add(Case.of("throughTheClone", a, by));
                    cases.add(Case.of("shallowClone", a, by));
                }
                cases.add(Case.of("triangleOrGiven", a, true));
                cases.add(Case.of("triangleOrGiven", a, false));
            }
            for (int which = 0; which < 3; which++) {
                cases.add(Case.of("oneOf", rows(n, 4), which, n + 1));
            }
            cases.add(Case.of("constant", (Object)
                    new SplittableRandom(3).doubles(n, 0, 9).toArray()));
            cases.add(Case.of("written", (Object) new int[n]));
            cases.add(Case.of("steps", new SplittableRandom(5).longs(n).toArray(), 4));
            cases.add(Case.of("steps", new SplittableRandom(5).longs(n).toArray(), 0));
            cases.add(Case.of("pairs", (Object) ints(50 * n, 8, Integer.MIN_VALUE, Integer.MAX_VALUE)));
            cases.add(Case.of("counts", ints(n, 1, 0, 5), ints(n, 2, 0, 5), 5));
            cases.add(Case.of("counts", ints(n, 1, 0, 5), ints(n, 2, 0, 5), 4));
        }
        List<String> bySizes = new ArrayList<>(List.of("table", "empty"));
        bySizes.addAll(BY_SIZES);
        for (String kernel : bySizes) {
            cases.add(Case.of(kernel, -1, 3));
            cases.add(Case.of(kernel, 3, -2));
            cases.add(Case.of(kernel, -1, -2));
            cases.add(Case.of(kernel, 0, -2));
            cases.add(Case.of(kernel, Integer.MIN_VALUE, Integer.MIN_VALUE));
        }
        cases.add(Case.of("filledThroughBoth", rows(0, 2), -4));
        cases.add(Case.of("lengthenedRows", rows(0, 2), -4));
        cases.add(Case.of("lengthenedRows", rows(3, 2), -4));
        cases.add(Case.of("oneOf", rows(2, 2), 1, -4));
        cases.add(Case.of("firstDoubled", (Object) rows(0, 0)));
        // These run as they are written.
        cases.add(Case.of("given", new int[][] {{1}, {2, 3}}, 2));
        cases.add(Case.of("given", new int[][] {{1}, null}, 2));
        for (String kernel : OF_ROWS) {
            cases.add(Case.of(kernel, (Object) new int[][] {{1}, {2, 3}}));
            cases.add(Case.of(kernel, (Object) new int[][] {{1}, null}));
        }
        cases.add(Case.of("oneOf", new int[][] {{1}, {2, 3}}, 2, 3));
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isJavas(Case launch) throws IllegalAccessException {
        compare(Gpu.current(), launch, launch.compiled());
    }

    /** In the tests' interpreter, which has memory of its own, so that arrays move. */
    @ParameterizedTest
    @MethodSource("cases")
    void isJavasOnADevice(Case launch) throws IllegalAccessException {
        Gpu gpu = OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE));
        compare(gpu, launch, launch.compiled());
    }

    private static Object[] parts(@Nullable Object result) {
        return result == null ? new Object[0] : Leaves.ofResult(result).toArray();
    }

    @SuppressWarnings("NullAway") // null is among what is passed
    static void compare(Gpu gpu, Case launch, Kernel kernel) throws IllegalAccessException {
        @Nullable Object[] expected = copies(launch.arguments);
        @Nullable Object[] own = copies(launch.arguments);
        @Nullable Object[] before = own.clone();
        Object result = null;
        Throwable byJava = null;
        try {
            result = launch.method().invoke(null, expected);
        } catch (InvocationTargetException e) {
            byJava = e.getCause();
        }
        Object found = null;
        Throwable thrown = null;
        try {
            found = gpu.call(() -> kernel.launch(own));
        } catch (RuntimeException e) {
            thrown = e;
        }
        OmittedDetails.assertAlike(thrown, byJava);
        assertThat(Arrays.deepEquals(parts(found), parts(result))).isTrue();
        // Where a row is null, the method itself runs.
        if (byJava == null
                || byJava instanceof NullPointerException
                || gpu.backend().equals("cpu")) {
            assertThat(Arrays.deepEquals(own, expected)).isTrue();
        } else {
            assertThat(Arrays.deepEquals(own, copies(launch.arguments))).isTrue();
        }
        assertThat(Arrays.asList(own).indexOf(found))
                .isEqualTo(Arrays.asList(expected).indexOf(result));
        assertThat(own).containsExactly(before);
    }

    private static @Nullable Object[] copies(List<@Nullable Object> arguments) {
        return arguments.stream().map(MadeRowsTest::copy).toArray();
    }

    private static @Nullable Object copy(@Nullable Object argument) {
        return switch (argument) {
            case Object[] rows -> {
                Object[] copied = rows.clone();
                Arrays.setAll(copied, i -> copy(rows[i]));
                yield copied;
            }
            case int[] array -> array.clone();
            case long[] array -> array.clone();
            case double[] array -> array.clone();
            case null -> null;
            default -> argument;
        };
    }

    @Test
    void launchesStandAlone() throws Exception {
        List<Case> cases =
                cases().filter(launch -> !launch.kernel.equals("printed")).toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<?>> done = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                int first = thread;
                done.add(threads.submit(() -> {
                    for (int i = 0; i < cases.size(); i++) {
                        Case launch = cases.get((i + first * 29) % cases.size());
                        compare(Gpu.current(), launch, launch.compiled());
                    }
                    return null;
                }));
            }
            for (Future<?> one : done) {
                one.get();
            }
        }
    }

    @Test
    void tooManyElementsAreRefusedWithTheirNumber() {
        Kernel kernel = Kernel.of(MadeRowKernels.class, "empty");
        assertThatThrownBy(() -> kernel.launch(1 << 20, 1 << 20))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[TooManyElements]")
                .hasMessageContaining("1048576 x 1048576 elements");
        assertThat((int[][]) kernel.launch(2, 3)).isDeepEqualTo(new int[2][3]);
    }

    @Test
    void tooManyElementsOfATriangleAreRefusedWithTheirNumber() {
        Kernel kernel = Kernel.of(RowLengthKernels.class, "upper");
        assertThatThrownBy(() -> kernel.launch(1 << 17, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[TooManyElements]")
                .hasMessageContaining(" " + ((1L << 33) - (1L << 16)) + " elements");
        assertThat((int[][]) kernel.launch(3, 1)).isDeepEqualTo(RowLengthKernels.upper(3, 1));
    }

    /** Java leaves rows null of two negative counts whose product is not, and goes past the last row where the product wraps around. */
    @Test
    void nestsThatDoNotSetEachRowAreRefused() {
        Kernel kernel = Kernel.of(RowNestKernels.class, "onesInNest");
        assertThatThrownBy(() -> kernel.launch(-2, -3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[RowByRow]")
                .hasMessageContaining("two loops have -2 iterations");
        assertThatThrownBy(() -> kernel.launch(1 << 17, 1 << 17))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[TooManyElements]")
                .hasMessageContaining(" " + (1L << 34) + " elements");
        assertThatThrownBy(() -> kernel.launch(-2, 3)).isInstanceOf(NegativeArraySizeException.class);
        assertThat((int[][]) kernel.launch(-2, 0)).isEmpty();
        assertThat((int[][]) kernel.launch(2, 2)).isDeepEqualTo(RowNestKernels.onesInNest(2, 2));
    }

    /** Beside arrays of a device they are there, but what is in a record is on the host. */
    @Test
    void rowsOfSeveralLengthsAreWhereTheArgumentsAre() {
        Kernel result = Kernel.of(RowLengthKernels.class, "gram");
        Kernel temporary = Kernel.of(RowLengthKernels.class, "inStepsOfTriangles");
        int[] expected = {3, 4, 5};
        RowLengthKernels.inStepsOfTriangles(expected, 2);
        try (GpuArray<int[][]> a = Gpu.current().upload(rows(3, 2));
                GpuArray<int[]> x = Gpu.current().upload(new int[] {3, 4, 5})) {
            try (GpuArray<?> products = (GpuArray<?>) Objects.requireNonNull(result.launch(a))) {
                assertThat((int[][]) products.toHost()).isDeepEqualTo(RowLengthKernels.gram(rows(3, 2)));
            }
            RowLengthKernels.Gram there = Objects.requireNonNull(Kernel.of(RowLengthKernels.class, "gramOf")
                    .call()
                    .passGpuArray(a)
                    .runObject(RowLengthKernels.Gram.class));
            assertThat(there.products()).isDeepEqualTo(RowLengthKernels.gram(rows(3, 2)));
            assertThat(there.same()).isSameAs(there.products());
            temporary.launch(x, 2);
            assertThat(x.toHost()).isEqualTo(expected);
        }
    }

    @Test
    void rowsAreMadeOnADevice() {
        Kernel kernel = Kernel.of(MadeRowKernels.class, "pairs");
        int[] host = {3, 4};
        try (GpuArray<int[]> x = Gpu.current().upload(host);
                GpuArray<?> made = (GpuArray<?>) Objects.requireNonNull(kernel.launch(x))) {
            assertThat((int[][]) made.toHost()).isDeepEqualTo(MadeRowKernels.pairs(host));
        }
    }
}
