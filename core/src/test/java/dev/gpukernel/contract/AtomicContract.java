package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Atomic operations of every kind and type. */
abstract class AtomicContract {
    private final KernelContract contract;

    AtomicContract(KernelContract contract) {
        this.contract = contract;
    }

    private void launch(String kernel, Launch launch, Object... arguments) {
        contract.gpu().run(() -> Kernel.of(AtomicKernels.class, kernel).launch(launch, arguments));
    }

    /** {@return a launch with a thread for each of so many values, and perhaps more} */
    private static Launch covering(int length) {
        return Launch.of(Math.ceilDiv(length, AtomicKernels.BLOCK), AtomicKernels.BLOCK);
    }

    /** Each launch leaves the counter as it was, for the next one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 64, 500})
    final void theLastBlockSeesWhatAllOthersLeft(int blocks) {
        int[] values =
                new Random(blocks).ints(4L * blocks * AtomicKernels.BLOCK).toArray();
        int[] sums = new int[blocks * AtomicKernels.BLOCK];
        int[] done = {0};
        for (int times = 1; times < 20; times++) {
            int[] total = {0};
            values[times] += times;
            launch("lastBlockDone", Launch.of(blocks, AtomicKernels.BLOCK), values, sums, done, total);
            assertThat(total).containsExactly(Arrays.stream(values).sum());
        }
        assertThat(done).containsExactly(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 33, 64, 1000, 100_000})
    final void theLastThreadSeesWhatAllOthersLeft(int threads) {
        for (int times = 0; times < 5; times++) {
            int[] values = new Random(threads).ints(threads).toArray();
            int[] total = {0};
            int expected = Arrays.stream(values).map(value -> 3 * value + 1).sum();
            launch("lastThreadDone", covering(threads), values, new int[1], total);
            assertThat(total).containsExactly(expected);
        }
    }

    @Test
    final void theLastOfABlockSeesWhatItsOthersLeft() {
        int blocks = 200;
        int[] values = new Random(1).ints((long) blocks * AtomicKernels.BLOCK).toArray();
        int[] out = new int[blocks];
        launch("handedOnInBlock", Launch.of(blocks, AtomicKernels.BLOCK), values, out);
        int[] expected = new int[blocks];
        for (int i = 0; i < values.length; i++) {
            expected[i / AtomicKernels.BLOCK] += values[i];
        }
        assertThat(out).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"eachInt", "eachIntInShared"})
    final void ints(String kernel) {
        int[] edges = {0, 1, -1, 2, -2, 7, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x55555555};
        int n = 2 * edges.length * edges.length;
        int kinds = 11;
        int[] cells = new int[kinds * n];
        int[] values = new int[n];
        int[] expected = new int[n];
        int[] left = new int[kinds * n];
        for (int i = 0; i < n; i++) {
            int a = edges[i / 2 % edges.length];
            int b = edges[i / 2 / edges.length];
            values[i] = b;
            expected[i] = i % 2 == 0 ? a : b;
            int[] after = {
                a + b,
                a - b,
                Math.min(a, b),
                Math.max(a, b),
                a & b,
                a | b,
                a ^ b,
                b,
                a == expected[i] ? b : a,
                a + 1,
                a - 1
            };
            for (int k = 0; k < kinds; k++) {
                cells[k * n + i] = a;
                left[k * n + i] = after[k];
            }
        }
        int[] before = cells.clone();
        int[] old = new int[kinds * n];
        launch(kernel, covering(n), cells, values, expected, old);
        assertThat(old).isEqualTo(before);
        assertThat(cells).isEqualTo(left);
    }

    @ParameterizedTest
    @ValueSource(strings = {"eachLong", "eachLongInShared"})
    final void longs(String kernel) {
        long[] edges = {0, 1, -1, 2, -2, 7, Long.MIN_VALUE, Long.MAX_VALUE, 0x5555555555555555L};
        int n = 2 * edges.length * edges.length;
        int kinds = 11;
        long[] cells = new long[kinds * n];
        long[] values = new long[n];
        long[] expected = new long[n];
        long[] left = new long[kinds * n];
        for (int i = 0; i < n; i++) {
            long a = edges[i / 2 % edges.length];
            long b = edges[i / 2 / edges.length];
            values[i] = b;
            expected[i] = i % 2 == 0 ? a : b;
            long[] after = {
                a + b,
                a - b,
                Math.min(a, b),
                Math.max(a, b),
                a & b,
                a | b,
                a ^ b,
                b,
                a == expected[i] ? b : a,
                a + 1,
                a - 1
            };
            for (int k = 0; k < kinds; k++) {
                cells[k * n + i] = a;
                left[k * n + i] = after[k];
            }
        }
        long[] before = cells.clone();
        long[] old = new long[kinds * n];
        launch(kernel, covering(n), cells, values, expected, old);
        assertThat(old).isEqualTo(before);
        assertThat(cells).isEqualTo(left);
    }

    @ParameterizedTest
    @ValueSource(strings = {"eachFloat", "eachFloatInShared"})
    final void floats(String kernel) {
        float[] edges = {
            0f,
            -0f,
            1f,
            -1.5f,
            3e38f,
            -3e38f,
            Float.MIN_VALUE,
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            Float.NaN
        };
        int n = 2 * edges.length * edges.length;
        int kinds = 6;
        float[] cells = new float[kinds * n];
        float[] values = new float[n];
        float[] expected = new float[n];
        float[] left = new float[kinds * n];
        for (int i = 0; i < n; i++) {
            float a = edges[i / 2 % edges.length];
            float b = edges[i / 2 / edges.length];
            values[i] = b;
            expected[i] = i % 2 == 0 ? a : b;
            float[] after = {
                a + b,
                a - b,
                Math.min(a, b),
                Math.max(a, b),
                b,
                Float.floatToRawIntBits(a) == Float.floatToRawIntBits(expected[i]) ? b : a
            };
            for (int k = 0; k < kinds; k++) {
                cells[k * n + i] = a;
                left[k * n + i] = after[k];
            }
        }
        float[] before = cells.clone();
        float[] old = new float[kinds * n];
        launch(kernel, covering(n), cells, values, expected, old);
        assertThat(bits(old)).isEqualTo(bits(before));
        assertThat(bits(cells)).isEqualTo(bits(left));
    }

    @ParameterizedTest
    @ValueSource(strings = {"eachDouble", "eachDoubleInShared"})
    final void doubles(String kernel) {
        double[] edges = {
            0d,
            -0d,
            1d,
            -1.5d,
            1e308,
            -1e308,
            Double.MIN_VALUE,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.NaN
        };
        int n = 2 * edges.length * edges.length;
        int kinds = 6;
        double[] cells = new double[kinds * n];
        double[] values = new double[n];
        double[] expected = new double[n];
        double[] left = new double[kinds * n];
        for (int i = 0; i < n; i++) {
            double a = edges[i / 2 % edges.length];
            double b = edges[i / 2 / edges.length];
            values[i] = b;
            expected[i] = i % 2 == 0 ? a : b;
            double[] after = {
                a + b,
                a - b,
                Math.min(a, b),
                Math.max(a, b),
                b,
                Double.doubleToRawLongBits(a) == Double.doubleToRawLongBits(expected[i]) ? b : a
            };
            for (int k = 0; k < kinds; k++) {
                cells[k * n + i] = a;
                left[k * n + i] = after[k];
            }
        }
        double[] before = cells.clone();
        double[] old = new double[kinds * n];
        launch(kernel, covering(n), cells, values, expected, old);
        assertThat(bits(old)).isEqualTo(bits(before));
        assertThat(bits(cells)).isEqualTo(bits(left));
    }

    /** {@return the bits of each, those of every NaN the same} */
    private static int[] bits(float[] values) {
        return IntStream.range(0, values.length)
                .map(i -> Float.floatToIntBits(values[i]))
                .toArray();
    }

    private static long[] bits(double[] values) {
        return Arrays.stream(values).mapToLong(Double::doubleToLongBits).toArray();
    }

    @Test
    final void manyThreadsAtOneInt() {
        int[] values = new Random(1).ints(20_000).toArray();
        int[] cells = {5, 5, 5, 5, -1, 0, 9, 3, 3};
        int sum = Arrays.stream(values).sum();
        int[] expected = {
            5 + sum,
            5 - sum,
            Math.min(5, Arrays.stream(values).min().orElseThrow()),
            Math.max(5, Arrays.stream(values).max().orElseThrow()),
            Arrays.stream(values).reduce(-1, (a, b) -> a & b),
            Arrays.stream(values).reduce(0, (a, b) -> a | b),
            Arrays.stream(values).reduce(9, (a, b) -> a ^ b),
            3 + values.length,
            3 - values.length
        };
        launch("allInt", Launch.of(200, 100), cells, values);
        assertThat(cells).isEqualTo(expected);
    }

    @Test
    final void manyThreadsAtOneLong() {
        long[] values = new Random(1).longs(20_000).toArray();
        long[] cells = {5, 5, 5, 5, -1, 0, 9, 3, 3};
        long sum = Arrays.stream(values).sum();
        long[] expected = {
            5 + sum,
            5 - sum,
            Math.min(5, Arrays.stream(values).min().orElseThrow()),
            Math.max(5, Arrays.stream(values).max().orElseThrow()),
            Arrays.stream(values).reduce(-1, (a, b) -> a & b),
            Arrays.stream(values).reduce(0, (a, b) -> a | b),
            Arrays.stream(values).reduce(9, (a, b) -> a ^ b),
            3 + values.length,
            3 - values.length
        };
        launch("allLong", Launch.of(200, 100), cells, values);
        assertThat(cells).isEqualTo(expected);
    }

    /** Sums of small multiples of a power of two are exact in any order. */
    @Test
    final void manyThreadsAtOneFloat() {
        Random random = new Random(2);
        float[] values = new float[10_000];
        float sum = 0;
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextInt(-100, 100) * 0.25f;
            sum += values[i];
        }
        float[] cells = {0, 0, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY};
        launch("allFloat", Launch.of(100, 100), cells, values);
        assertThat(bits(cells)).isEqualTo(bits(new float[] {sum, -sum, -25f, 24.75f}));
        values[7777] = Float.NaN;
        launch("allFloat", Launch.of(100, 100), cells, values);
        assertThat(bits(cells)).isEqualTo(bits(new float[] {Float.NaN, Float.NaN, Float.NaN, Float.NaN}));
    }

    @Test
    final void manyThreadsAtOneDouble() {
        Random random = new Random(3);
        double[] values = new double[10_000];
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextInt(-100, 100) * 0.25;
            sum += values[i];
        }
        double[] cells = {0, 0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        launch("allDouble", Launch.of(100, 100), cells, values);
        assertThat(bits(cells)).isEqualTo(bits(new double[] {sum, -sum, -25, 24.75}));
        values[7777] = Double.NaN;
        launch("allDouble", Launch.of(100, 100), cells, values);
        assertThat(bits(cells)).isEqualTo(bits(new double[] {Double.NaN, Double.NaN, Double.NaN, Double.NaN}));
    }

    /** Each zero and -0 once: the lesser is -0, the greater 0. */
    @Test
    final void zeroesHaveAnOrder() {
        float[] cells = {0, 0, 0f, -0f};
        launch("allFloat", Launch.of(1, 64), cells, new float[64]);
        assertThat(bits(cells)).isEqualTo(bits(new float[] {0, 0, 0f, 0f}));
        float[] negative = new float[64];
        Arrays.fill(negative, -0f);
        launch("allFloat", Launch.of(1, 64), cells, negative);
        assertThat(bits(cells)).isEqualTo(bits(new float[] {0, 0, -0f, 0f}));
    }

    @Test
    final void everyOldValueOfACounterIsSeenOnce() {
        int[] next = {-5_000};
        int[] drawn = new int[10_000];
        launch("tickets", Launch.of(100, 100), next, drawn);
        assertThat(next).containsExactly(5_000);
        Arrays.sort(drawn);
        assertThat(drawn).isEqualTo(IntStream.range(-5_000, 5_000).toArray());
    }

    @Test
    final void nothingIsLostInExchange() {
        long[] cell = {-1};
        long[] values = LongStream.range(0, 10_000).map(i -> i << 33).toArray();
        launch("swap", Launch.of(100, 100), cell, values);
        assertThat(LongStream.concat(Arrays.stream(cell), Arrays.stream(values)).sorted())
                .containsExactlyElementsOf(LongStream.concat(
                                LongStream.of(-1), LongStream.range(0, 10_000).map(i -> i << 33))
                        .boxed()
                        .toList());
    }

    @Test
    final void loopsOfCompareAndSet() {
        int[] values = new Random(6).ints(10_000).map(i -> i | 1).toArray();
        int[] cell = {1};
        launch("product", Launch.of(100, 100), cell, values);
        assertThat(cell[0]).isEqualTo(Arrays.stream(values).reduce(1, (a, b) -> a * b));
    }

    @Test
    final void spinCounters() {
        double[] count = {0};
        double[] found = new double[10_000];
        launch("spin", Launch.of(100, 100), count, found);
        assertThat(count).containsExactly(5_000);
        Arrays.sort(found);
        assertThat(found)
                .isEqualTo(IntStream.range(0, 10_000).mapToDouble(i -> 0.5 * i).toArray());
    }

    @Test
    final void indicesAreChecked() {
        int[] cells = new int[70];
        int[] done = new int[100];
        Throwable thrown = catchThrowable(() -> launch("outside", Launch.of(2, 50), cells, done));
        assertThat(thrown)
                .isExactlyInstanceOf(ArrayIndexOutOfBoundsException.class)
                .hasMessage("Index 70 out of bounds for length 70");
        assertThat(thrown.getStackTrace()[0].getMethodName()).isEqualTo("outside");
    }
}
