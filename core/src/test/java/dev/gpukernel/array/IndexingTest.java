package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gpukernel.GpuArray;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Indexing, searches and running sums: shapes and results are those of NumPy 2.4. */
class IndexingTest {
    /** NumPy's {@code arange(24).reshape(2, 3, 4)}. */
    private static final IntNdArray BLOCK = NdArrays.arange(24).reshape(2, 3, 4);

    private static final IntNdArray TABLE = NdArrays.arange(12).reshape(3, 4);

    private static void is(NdArray<?> array, String shape, String elements) {
        String all = Arrays.toString(flat(array.toArray()));
        assertThat(Arrays.toString(array.shape()) + " " + all).isEqualTo(shape + " " + elements);
    }

    private static Object[] flat(Object array) {
        Object[] elements = new Object[java.lang.reflect.Array.getLength(array)];
        Arrays.setAll(elements, i -> java.lang.reflect.Array.get(array, i));
        return elements;
    }

    @Test
    void picksByIndices() {
        is(TABLE.at(NdArrays.of(2, 0, -1)), "[3, 4]", "[8, 9, 10, 11, 0, 1, 2, 3, 8, 9, 10, 11]");
        is(TABLE.at(NdArrays.of(2, 0, -1), NdArrays.of(1, -4, 3)), "[3]", "[9, 0, 11]");
        IntNdArray column = NdArrays.of(new int[][] {{0}, {2}});
        is(TABLE.at(column, NdArrays.of(0, 3)), "[2, 2]", "[0, 3, 8, 11]");
        is(TABLE.at(NdArrays.full(1)), "[4]", "[4, 5, 6, 7]");
        is(TABLE.at(NdArrays.full(1), NdArrays.full(2)), "[]", "[6]");
        is(BLOCK.at(NdArrays.of(1, 0), NdArrays.of(2, 2)), "[2, 4]", "[20, 21, 22, 23, 8, 9, 10, 11]");
        is(BLOCK.take(NdArrays.of(new int[][] {{3, 0}}), 2).slice(Slice.to(1)), "[1, 3, 1, 2]", "[3, 0, 7, 4, 11, 8]");
        is(BLOCK.take(NdArrays.of(-1), -2), "[2, 1, 4]", "[8, 9, 10, 11, 20, 21, 22, 23]");
        is(BLOCK.transpose().take(NdArrays.of(5, -1)), "[2]", "[20, 23]");
        is(TABLE.take(NdArrays.arange(0)), "[0]", "[]");
        is(TABLE.take(NdArrays.arange(0), 1), "[3, 0]", "[]");
    }

    /** Of what is computed, of numbers and of picked elements, more of them than there are. */
    @Test
    void picksOfExpressions() {
        IntNdArray squares = TABLE.times(TABLE);
        is(squares.take(NdArrays.of(3, 3, -1)), "[3]", "[9, 9, 121]");
        is(squares.at(NdArrays.of(1)).take(NdArrays.of(2, 0, 2, 0, 1)), "[5]", "[36, 16, 36, 16, 25]");
        is(NdArrays.full(7, 2, 2).take(NdArrays.of(1, -4)), "[2]", "[7, 7]");
        is(TABLE.at(NdArrays.of(2, 1)).at(NdArrays.of(1, 0)).plus(1).at(-1), "[4]", "[9, 10, 11, 12]");
        is(TABLE.at(NdArrays.of(2, 1)).transpose(), "[4, 2]", "[8, 4, 9, 5, 10, 6, 11, 7]");
    }

    @Test
    void choosesByMasks() {
        is(TABLE.select(TABLE.rem(3).equal(0)), "[4]", "[0, 3, 6, 9]");
        is(TABLE.select(NdArrays.of(true, false, true)), "[2, 4]", "[0, 1, 2, 3, 8, 9, 10, 11]");
        is(BLOCK.select(BLOCK.sum(2).greater(40)), "[3, 4]", "[12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]");
        is(TABLE.select(TABLE.less(0)), "[0]", "[]");
        is(TABLE.transpose().select(TABLE.transpose().greater(8)), "[3]", "[9, 10, 11]");
        is(TABLE.compress(NdArrays.of(true, false, false, true), -1), "[3, 2]", "[0, 3, 4, 7, 8, 11]");
        IntNdArray[] places = TABLE.rem(5).equal(0).nonZero();
        is(places[0], "[3]", "[0, 1, 2]");
        is(places[1], "[3]", "[0, 1, 2]");
        is(TABLE.minus(1).nonZero()[1], "[11]", "[0, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]");
    }

    @Test
    void replacesElements() {
        IntNdArray rows = NdArrays.of(0, 0, 2);
        IntNdArray columns = NdArrays.of(1, 1, -1);
        IntNdArray values = NdArrays.of(100, 200, 300);
        is(TABLE.put(values, rows, columns), "[3, 4]", "[0, 200, 2, 3, 4, 5, 6, 7, 8, 9, 10, 300]");
        is(TABLE.addAt(values, rows, columns), "[3, 4]", "[0, 301, 2, 3, 4, 5, 6, 7, 8, 9, 10, 311]");
        is(TABLE.put(NdArrays.full(-1), rows), "[3, 4]", "[-1, -1, -1, -1, 4, 5, 6, 7, -1, -1, -1, -1]");
        is(TABLE.put(NdArrays.of(6, 7, 8, 9), NdArrays.of(1)), "[3, 4]", "[0, 1, 2, 3, 6, 7, 8, 9, 8, 9, 10, 11]");
        is(
                TABLE.put(NdArrays.of(7, 8, 9, 5), TABLE.rem(3).equal(0)),
                "[3, 4]",
                "[7, 1, 2, 8, 4, 5, 9, 7, 8, 5, 10, 11]");
        is(
                TABLE.put(NdArrays.of(5, 6, 7, 8), NdArrays.of(true, false, true)),
                "[3, 4]",
                "[5, 6, 7, 8, 4, 5, 6, 7, 5, 6, 7, 8]");
        is(TABLE.put(NdArrays.full(0), TABLE.greater(2)), "[3, 4]", "[0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]");
        is(NdArrays.full(0L, 3).addAt(NdArrays.full(1L, 5), NdArrays.of(1, 1, 2, 1, 0)), "[3]", "[1, 3, 1]");
    }

    private static void onEachDevice(Runnable test) {
        test.run();
        OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE))
                .run(test);
    }

    /** In the order of a loop, also where nearly all come to one element. */
    @Test
    void addsFloatsInOrder() {
        int count = 3000;
        int[] indices = new int[count];
        float[] values = new float[count];
        float[] expected = {0.1f, -0f, 3f, 1e8f};
        for (int i = 0; i < count; i++) {
            indices[i] = i % 7 == 0 ? i % 4 : -1;
            values[i] = 1f / (i + 1) - 0.01f * (i % 5);
        }
        FloatNdArray x = NdArrays.of(expected);
        for (int i = 0; i < count; i++) {
            expected[Math.floorMod(indices[i], 4)] += values[i];
        }
        onEachDevice(() -> {
            FloatNdArray own = NdArrays.of(x.toArray());
            FloatNdArray sums = own.addAt(NdArrays.of(values), NdArrays.of(indices));
            assertThat(sums.toArray()).containsExactly(expected);
            DoubleNdArray rows = NdArrays.full(1.0, 2, 3).addAt(NdArrays.of(0.5, 0.25, 0), NdArrays.of(1L, -1L));
            is(rows, "[2, 3]", "[1.0, 1.0, 1.0, 2.0, 1.5, 1.0]");
            GpuArray<float[]> memory = own.plus(0).asGpuArray();
            NdArrays.ofFloats(memory)
                    .addAt(NdArrays.ofFloats(memory), NdArrays.of(0, 0, 1, 1))
                    .into(memory);
            assertThat(memory.toHost()).containsExactly(0.1f + 0.1f - 0f, -0f + 3f + 1e8f, 3f, 1e8f);
        });
    }

    @Test
    void findsTheLeastAndGreatestAtIndices() {
        onEachDevice(() -> {
            DoubleNdArray x = NdArrays.of(0.0, -0.0, Double.NaN, 5, Double.NEGATIVE_INFINITY);
            DoubleNdArray values = NdArrays.of(-0.0, 0.0, 1, Double.NaN, 7);
            IntNdArray all = NdArrays.arange(5);
            is(x.minAt(values, all), "[5]", "[-0.0, -0.0, NaN, NaN, -Infinity]");
            is(x.maxAt(values, all), "[5]", "[0.0, 0.0, NaN, NaN, 7.0]");
            FloatNdArray y = NdArrays.of(1f, 2f);
            is(y.minAt(NdArrays.of(-3f, -1f, -3e-40f), NdArrays.of(1, 1, 0)), "[2]", "[-3.0E-40, -3.0]");
            is(NdArrays.of(1L, 2L).maxAt(NdArrays.of(1L << 40), NdArrays.of(-1)), "[2]", "[1, 1099511627776]");
        });
    }

    /** As a scatter of what is chosen by slices alone, and with nothing chosen. */
    @Test
    void replacesWhatSlicesShow() {
        is(
                TABLE.put(NdArrays.of(50, 60), Slice.from(1), Slice.of(1, 3)),
                "[3, 4]",
                "[0, 1, 2, 3, 4, 50, 60, 7, 8, 50, 60, 11]");
        is(TABLE.put(NdArrays.full(5), Slice.all()).sum(), "[]", "[60]");
        is(
                TABLE.put(NdArrays.full(5), Index.of(-1), Slice.of(2, 2)),
                "[3, 4]",
                "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]");
        is(TABLE.at(Slice.all(), Index.of(-1)), "[3]", "[3, 7, 11]");
        is(TABLE.plus(1).at(Index.of(1), Slice.from(2)), "[2]", "[7, 8]");
    }

    @Test
    void findsTheFirstBest() {
        is(BLOCK.argMax(), "[]", "[23]");
        is(BLOCK.rem(5).argMax(1), "[2, 4]", "[1, 2, 0, 0, 0, 0, 0, 1]");
        is(BLOCK.rem(5).argMin(0, -1), "[3]", "[0, 1, 2]");
        is(NdArrays.of(1f, Float.NaN, -5f, Float.NaN).argMin(), "[]", "[1]");
        is(NdArrays.of(1f, Float.NaN, -5f, Float.NaN).argMax(), "[]", "[1]");
        is(NdArrays.of(0.0, -0.0).argMin(), "[]", "[0]");
        is(NdArrays.of(Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY).argMax(), "[]", "[0]");
        is(NdArrays.of(Integer.MAX_VALUE, Integer.MAX_VALUE).argMin(), "[]", "[0]");
    }

    @Test
    void addsUp() {
        is(TABLE.cumSum(0), "[3, 4]", "[0, 1, 2, 3, 4, 6, 8, 10, 12, 15, 18, 21]");
        is(TABLE.cumSum(-1), "[3, 4]", "[0, 1, 3, 6, 4, 9, 15, 22, 8, 17, 27, 38]");
        is(TABLE.slice(Slice.from(1)).cumProd(), "[8]", "[4, 20, 120, 840, 6720, 60480, 604800, 6652800]");
        is(BLOCK.cumSum(1).at(1), "[3, 4]", "[12, 13, 14, 15, 28, 30, 32, 34, 48, 51, 54, 57]");
        is(NdArrays.of(-0f).cumSum(0), "[1]", "[0.0]");
    }

    /** Large enough for many threads. */
    @Test
    void isParallel() {
        IntNdArray large = NdArrays.arange(300_000).reshape(300, 1000);
        LongNdArray sums = large.cumSum(0);
        assertThat(sums.get(299, 999)).isEqualTo(45_149_700L);
        assertThat(large.cumSum().get(299_999)).isEqualTo(44_999_850_000L);
        assertThat(large.select(large.rem(7).equal(0)).size()).isEqualTo(42_858);
        assertThat(large.times(-1).argMin().get()).isEqualTo(299_999);
        assertThat(large.take(large.rem(1000).reshape(-1), 1).sum().get()).isEqualTo(300L * 44_999_850_000L);
    }

    @Test
    void saysWhichIndexThereIsNot() {
        for (int index : new int[] {3, -4, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> TABLE.at(NdArrays.of(0, index)).toArray())
                    .withMessage("Index " + index + " out of bounds for length 3 of axis 0");
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(
                            () -> TABLE.put(TABLE.at(0), NdArrays.of(0, index)).toArray())
                    .withMessage("Index " + index + " out of bounds for length 3 of axis 0");
        }
        for (long index : new long[] {1L << 32, -4, Long.MIN_VALUE, Long.MAX_VALUE}) {
            onEachDevice(() -> assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> NdArrays.arange(3)
                            .expandDims(1)
                            .at(NdArrays.of(0, index), Slice.all().step(-1))
                            .toArray())
                    .withMessage("Index " + index + " out of bounds for length 3 of axis 0"));
        }
        refused("NoAxis", "axis 2", () -> TABLE.at(Slice.all(), NdArrays.of(0), Slice.all()));
        refused("NoAxis", "axis 2", () -> TABLE.at(NdArrays.of(0), NdArrays.of(0), NdArrays.of(0)));
        refused("NoAxis", "axis 2", () -> TABLE.take(NdArrays.of(0), 2));
        refused("ShapesDiffer", "(2,) and (3,)", () -> TABLE.at(NdArrays.of(0, 1), NdArrays.of(0, 1, 2)));
        refused("NoBroadcast", "(3,)", () -> TABLE.put(NdArrays.of(1, 2, 3), NdArrays.of(0)));
        refused(
                "MaskShape",
                "(4,) does not choose from an array of shape (3, 4)",
                () -> TABLE.select(NdArrays.full(true, 4)));
        refused("MaskShape", "()", () -> TABLE.select(NdArrays.full(true)));
        refused(
                "MaskValues",
                "2 values are to replace the 9 elements",
                () -> TABLE.put(NdArrays.of(1, 2), TABLE.greater(2)));
        refused("NoAxis", "axis 2", () -> TABLE.put(NdArrays.full(1), NdArrays.of(0), NdArrays.of(0), NdArrays.of(0)));
        refused(
                "NoBroadcast",
                "(4,)",
                () -> NdArrays.arange(20).reshape(4, 5).put(NdArrays.arange(4), NdArrays.full(true, 4)));
        refused("NothingToReduce", "(0, 3)", () -> NdArrays.zeros(0, 3).argMin(0));
    }

    private static IntNdArray picked(IntNdArray from, IntNdArray rows) {
        return from.at(Slice.all(), rows);
    }

    private static void throwsAt(String method, String message, NdArray<?> array) {
        assertThatExceptionOfType(ArrayIndexOutOfBoundsException.class)
                .isThrownBy(array::toArray)
                .withMessage("Index " + message)
                .satisfies(thrown -> {
                    assertThat(thrown.getStackTrace()[0].getMethodName()).isEqualTo("compute");
                    StackTraceElement caller = thrown.getStackTrace()[1];
                    assertThat(caller.getClassName()).isEqualTo(IndexingTest.class.getName());
                    assertThat(caller.getMethodName()).isEqualTo(method);
                    assertThat(caller.getLineNumber()).isPositive();
                });
    }

    /** The line that asked for the element, although it is computed elsewhere and with others, and the axis as it is counted there. */
    @Test
    void saysWhoseIndexThereIsNot() {
        onEachDevice(IndexingTest::picksInManyWays);
    }

    private static void picksInManyWays() {
        IntNdArray x = NdArrays.arange(12).reshape(3, 4);
        IntNdArray bad = NdArrays.of(1, 4);
        IntNdArray good = x.at(NdArrays.of(0, -3), NdArrays.of(3, 1));
        throwsAt(
                "picked",
                "4 out of bounds for length 4 of axis 1",
                good.plus(picked(x, bad).sum()));
        throwsAt(
                "picked",
                "3 out of bounds for length 3 of axis 1",
                picked(x.transpose(), NdArrays.of(3)).take(NdArrays.of(0)));
        throwsAt(
                "picksInManyWays",
                "12 out of bounds for length 12",
                x.flip().take(NdArrays.of(12)).toFloat());
        throwsAt("picksInManyWays", "-5 out of bounds for length 4 of axis 1", x.take(NdArrays.of(-5L), -1));
        throwsAt(
                "picksInManyWays",
                "4 out of bounds for length 4 of axis 2",
                x.expandDims(1).at(NdArrays.of(0), Slice.all(), bad).sort());
        throwsAt("picksInManyWays", "4 out of bounds for length 3 of axis 0", x.put(x.at(0), bad));
        throwsAt(
                "picksInManyWays",
                "4 out of bounds for length 3 of axis 0",
                x.addAt(x.at(0), bad).rem(2));
        throwsAt(
                "picksInManyWays",
                "4 out of bounds for length 3 of axis 0",
                x.toDouble().addAt(NdArrays.full(1.0), bad));
        throwsAt(
                "picksInManyWays",
                "0 out of bounds for length 0 of axis 0",
                NdArrays.zeros(0).maxAt(NdArrays.full(1f), NdArrays.full(0)));
    }

    private static void refused(String code, String part, Runnable call) {
        assertThatIllegalArgumentException()
                .isThrownBy(call::run)
                .withMessageStartingWith("[" + code + "]")
                .withMessageContaining(part);
    }
}
