package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gpukernel.Gpu;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Orders are those of {@code Arrays.sort} and of a stable sort of indices, by bits, in the host's way and in a GPU's. */
class SortingTest {
    private static final Gpu INTERPRETED = OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE));

    private static final double[] EDGES = {
        0,
        -0d,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        -1e-40,
        Integer.MIN_VALUE,
        Integer.MAX_VALUE,
        1e300
    };

    private final SplittableRandom random = new SplittableRandom(5);

    private double[] values(int size) {
        int different = 1 << random.nextInt(12);
        double[] made = new double[size];
        for (int i = 0; i < size; i++) {
            made[i] = random.nextInt(8) == 0
                    ? EDGES[random.nextInt(EDGES.length)]
                    : random.nextInt(different) * 1.25e6 - 2e9;
        }
        return made;
    }

    private static int[] order(double[] values) {
        return IntStream.range(0, values.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> values[i]))
                .mapToInt(i -> i)
                .toArray();
    }

    private void check(int size) {
        double[] wide = values(size);
        DoubleNdArray doubles = NdArrays.of(wide);
        float[] narrow = doubles.toFloat().toArray();
        int[] ints = doubles.toInt().toArray();
        long[] longs = doubles.times(4e9).toLong().toArray();
        assertThat(doubles.argSort().toArray()).isEqualTo(order(wide));
        assertThat(doubles.toFloat().argSort().toArray())
                .isEqualTo(order(NdArrays.of(narrow).toDouble().toArray()));
        assertThat(NdArrays.of(ints).argSort().toArray())
                .isEqualTo(order(NdArrays.of(ints).toDouble().toArray()));

        double[] sorted = wide.clone();
        Arrays.sort(sorted);
        assertThat(Arrays.toString(doubles.sort().toArray())).isEqualTo(Arrays.toString(sorted));
        Arrays.sort(narrow);
        assertThat(Arrays.toString(doubles.toFloat().sort().toArray())).isEqualTo(Arrays.toString(narrow));
        int[] sortedInts = ints.clone();
        Arrays.sort(sortedInts);
        assertThat(NdArrays.of(ints).sort().toArray()).isEqualTo(sortedInts);
        long[] sortedLongs = longs.clone();
        Arrays.sort(sortedLongs);
        assertThat(NdArrays.of(longs).sort().toArray()).isEqualTo(sortedLongs);
        // What was sorted stays.
        assertThat(doubles.toArray()).isEqualTo(wide);
    }

    @Test
    void ofAllTypes() {
        for (int size : new int[] {0, 1, 2, 100, 5000}) {
            check(size);
        }
    }

    @Test
    void ofAllTypesByDigits() {
        INTERPRETED.run(() -> {
            for (int size : new int[] {1, 300}) {
                check(size);
            }
        });
    }

    /** Elements of several tiles with the same digit stay in order. */
    @Test
    void ofSeveralTiles() {
        INTERPRETED.run(() -> {
            int[] keys = random.ints(4100, -3, 300).toArray();
            assertThat(NdArrays.of(keys).argSort().toArray())
                    .isEqualTo(order(Arrays.stream(keys).asDoubleStream().toArray()));
            long[] longs = random.longs(2050, -3, 1L << 40).toArray();
            long[] sorted = longs.clone();
            Arrays.sort(sorted);
            assertThat(NdArrays.of(longs).sort().toArray()).isEqualTo(sorted);
        });
    }

    private void checkRows() {
        int rows = 5;
        int row = 7;
        double[] wide = values(rows * row);
        DoubleNdArray table = NdArrays.of(wide).reshape(rows, row);
        FloatNdArray floats = table.toFloat();
        IntNdArray order = table.argSort(1).compute();
        IntNdArray ofColumns = table.transpose().argSort(0).transpose().compute();
        DoubleNdArray sorted = table.sort().compute();
        DoubleNdArray sortedColumns = table.transpose().sort(0).transpose().compute();
        IntNdArray orderOfFloats = floats.argSort().compute();
        FloatNdArray sortedFloats = floats.sort().compute();
        NumberNdArray.TopK<FloatNdArray> top = floats.topK(3);
        top.indices().compute();
        for (int i = 0; i < rows; i++) {
            double[] expected = Arrays.copyOfRange(wide, i * row, (i + 1) * row);
            assertThat(order.at(i).toArray()).isEqualTo(order(expected));
            assertThat(ofColumns.at(i).toArray()).isEqualTo(order(expected));
            Arrays.sort(expected);
            assertThat(Arrays.toString(sorted.at(i).toArray())).isEqualTo(Arrays.toString(expected));
            assertThat(Arrays.toString(sortedColumns.at(i).toArray())).isEqualTo(Arrays.toString(expected));
            float[] narrow = floats.at(i).toArray();
            assertThat(orderOfFloats.at(i).toArray())
                    .isEqualTo(order(NdArrays.of(narrow).toDouble().toArray()));
            Arrays.sort(narrow);
            assertThat(top.values().at(i).get(2)).isEqualTo(narrow[row - 3]);
            assertThat(floats.at(i).get(top.indices().at(i).get(1))).isEqualTo(narrow[row - 2]);
            assertThat(Arrays.toString(sortedFloats.at(i).toArray())).isEqualTo(Arrays.toString(narrow));
        }
        assertThat(NdArrays.zeros(3, 0).sort().shape()).containsExactly(3, 0);
        assertThat(NdArrays.zeros(0, 3).argSort(0).shape()).containsExactly(0, 3);
        assertThat(NdArrays.of(3, 9, 9, 1).topK(3).indices()).hasToString("[1, 2, 0]");
        assertThat(NdArrays.of(3, 9, 9, 1).topK(0).values()).hasToString("[]");
    }

    @Test
    void ofRowsAndColumns() {
        checkRows();
        INTERPRETED.run(this::checkRows);
    }

    private static void checkCounts() {
        NumberNdArray.Unique<FloatNdArray> unique =
                NdArrays.of(2f, Float.NaN, -0f, 2f, 0f, Float.NaN, 2f).unique();
        assertThat(unique.values()).hasToString("[-0.0,  0.0,  2.0,  NaN]");
        assertThat(unique.counts()).hasToString("[1, 1, 3, 2]");
        assertThat(NdArrays.zeros(0).unique().values().size()).isZero();
        assertThat(NdArrays.of(5L, 5L).unique().counts()).hasToString("[2]");
        IntNdArray sorted = NdArrays.of(1, 3, 3, 8);
        IntNdArray asked = NdArrays.of(new int[][] {{0, 3}, {8, 9}});
        assertThat(sorted.searchSorted(asked)).hasToString("[[0, 1],\n [3, 4]]");
        assertThat(sorted.searchSortedAfter(asked)).hasToString("[[0, 3],\n [4, 4]]");
        assertThat(NdArrays.of(1d, 2d).searchSorted(NdArrays.of(Double.NaN, -0d)))
                .hasToString("[2, 0]");
        assertThat(NdArrays.zeros(0).searchSorted(NdArrays.of(1f))).hasToString("[0]");
        assertThat(NdArrays.of(1, 0, 4, 1).bincount()).hasToString("[1, 2, 0, 0, 1]");
        assertThat(NdArrays.of(1).bincount(3)).hasToString("[0, 1, 0]");
        assertThat(NdArrays.arange(0).bincount()).hasToString("[]");
        NumberNdArray.Histogram histogram =
                NdArrays.of(0f, -0f, 0.5f, 1f, 1f, 2f, -1f, Float.NaN).histogram(2, 0, 1);
        assertThat(histogram.counts()).hasToString("[2, 3]");
        assertThat(histogram.edges()).hasToString("[0.0, 0.5, 1.0]");
        assertThat(NdArrays.of(1, 2, 2, 5).histogram(2).counts()).hasToString("[3, 1]");
        assertThat(NdArrays.of(3, 3).histogram(1).edges()).hasToString("[2.5, 3.5]");
        assertThat(NdArrays.of(10f, 20f, 30f).sortBy(NdArrays.of(2L, 1L, 1L))).hasToString("[20.0, 30.0, 10.0]");
    }

    @Test
    void counts() {
        checkCounts();
        INTERPRETED.run(SortingTest::checkCounts);
    }

    private static void refused(String code, String part, Runnable call) {
        assertThatIllegalArgumentException()
                .isThrownBy(call::run)
                .withMessageStartingWith("[" + code + "]")
                .withMessageContaining(part);
    }

    @Test
    void saysWhatDoesNotFit() {
        IntNdArray table = NdArrays.arange(6).reshape(2, 3);
        refused("NoAxis", "axis 2", () -> table.sort(2));
        refused(
                "NoAxis",
                "axis -1 is none of an array of shape ()",
                () -> NdArrays.full(1).sort());
        refused("TopCount", "4 elements of an array of shape (2, 3) along axis -1", () -> table.topK(4));
        refused("KeysDiffer", "(2, 3) cannot be sorted by keys of shape (6,)", () -> table.sortBy(NdArrays.arange(6)));
        refused("NotOneAxis", "searchSorted", () -> table.searchSorted(table));
        refused("CountNegative", "-1", () -> table.minus(1).bincount());
        refused(
                "ShapeTooLarge",
                "2147483648",
                () -> NdArrays.of(Integer.MAX_VALUE).bincount());
        refused("HistogramRange", "0 ranges", () -> table.histogram(0));
        refused("HistogramRange", "from NaN", () -> NdArrays.of(Double.NaN, 1).histogram(2));
    }
}
