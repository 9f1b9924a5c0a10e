package dev.gpukernel.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gpukernel.device.Philox.Words;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PhiloxTest {
    private static final long SEED = 0x299f31d0a4093822L;
    private static final int MANY = 200_000;

    /** How many standard deviations a sum may be off: less than once in a billion, were the seeds not fixed. */
    private static final double FAR = 6;

    /** The test vectors that the authors publish with their library Random123. */
    @Test
    void published() {
        assertThat(Philox.words(0, 0, 0)).isEqualTo(new Words(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8));
        assertThat(Philox.words(-1, -1, -1)).isEqualTo(new Words(0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd));
        assertThat(Philox.words(SEED, 0x0370734413198a2eL, 0x85a308d3243f6a88L))
                .isEqualTo(new Words(0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1));
    }

    @Test
    void generatorGivesTheNumbersAtPositions() {
        Philox ints = new Philox(SEED, 0);
        Philox floats = new Philox(SEED, 0);
        Philox doubles = new Philox(SEED, 0);
        Philox normals = new Philox(SEED, 0);
        Philox exponentials = new Philox(SEED, 0);
        for (int i = 0; i < 100; i++) {
            assertThat(ints.nextInt()).isEqualTo(Philox.bits(SEED, i));
            assertThat(floats.nextFloat()).isEqualTo(Philox.uniformFloat(SEED, i));
            assertThat(doubles.nextDouble()).isEqualTo(Philox.uniform(SEED, i));
            assertThat(normals.nextGaussian()).isEqualTo(Philox.normal(SEED, i));
            assertThat(exponentials.nextExponential()).isEqualTo(Philox.exponential(SEED, i));
        }
    }

    @Test
    void streamsAreTheUpperHalfOfTheCounter() {
        Philox random = new Philox(SEED, 1L << 33 | 5);
        for (int counter = 0; counter < 3; counter++) {
            Words words = Philox.words(SEED, 1L << 33 | 5, counter);
            assertThat(IntStream.generate(random::nextInt).limit(4))
                    .containsExactly(words.first(), words.second(), words.third(), words.fourth());
        }
    }

    @Test
    void numbersAreMadeOfWordsInOrder() {
        Philox longs = new Philox(SEED, 7);
        Philox booleans = new Philox(SEED, 7);
        Philox words = new Philox(SEED, 7);
        for (int i = 0; i < 50; i++) {
            int upper = words.nextInt();
            int lower = words.nextInt();
            assertThat(longs.nextLong()).isEqualTo((long) upper << 32 | (lower & 0xFFFFFFFFL));
            assertThat(booleans.nextBoolean()).isEqualTo(upper < 0);
            assertThat(booleans.nextBoolean()).isEqualTo(lower < 0);
        }
    }

    @Test
    void uniform() {
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < MANY; i++) {
            double x = i % 2 == 0 ? Philox.uniform(SEED, i) : Philox.uniformFloat(SEED, i);
            assertThat(x).isGreaterThanOrEqualTo(0).isLessThan(1);
            sum += x;
            squares += x * x;
        }
        assertThat(sum / MANY).isCloseTo(0.5, within(FAR * Math.sqrt(1.0 / 12 / MANY)));
        assertThat(squares / MANY).isCloseTo(1.0 / 3, within(FAR * Math.sqrt(4.0 / 45 / MANY)));
    }

    @Test
    void normal() {
        double[] moments = new double[5];
        for (int i = 0; i < MANY; i++) {
            double x = Philox.normal(SEED, i);
            for (int power = 1; power < moments.length; power++) {
                moments[power] += Math.pow(x, power) / MANY;
            }
        }
        assertThat(moments[1]).isCloseTo(0, within(FAR * Math.sqrt(1.0 / MANY)));
        assertThat(moments[2]).isCloseTo(1, within(FAR * Math.sqrt(2.0 / MANY)));
        assertThat(moments[3]).isCloseTo(0, within(FAR * Math.sqrt(15.0 / MANY)));
        assertThat(moments[4]).isCloseTo(3, within(FAR * Math.sqrt(96.0 / MANY)));
    }

    @Test
    void exponential() {
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < MANY; i++) {
            double x = Philox.exponential(SEED, i);
            assertThat(x).isGreaterThanOrEqualTo(0);
            sum += x;
            squares += x * x;
        }
        assertThat(sum / MANY).isCloseTo(1, within(FAR * Math.sqrt(1.0 / MANY)));
        assertThat(squares / MANY).isCloseTo(2, within(FAR * Math.sqrt(20.0 / MANY)));
    }

    /** The largest is one for which a plain remainder would give the lower half twice as often. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 52, 1000, 0x60000000})
    void bounded(int bound) {
        int bins = Math.min(bound, 30);
        int[] counts = new int[bins];
        Philox random = new Philox(SEED, bound);
        for (int i = 0; i < MANY; i++) {
            int x = random.nextInt(bound);
            assertThat(x).isGreaterThanOrEqualTo(0).isLessThan(bound);
            counts[(int) ((long) x * bins / bound)]++;
        }
        double[] expected = new double[bins];
        for (int bin = 0; bin < bins; bin++) {
            long from = Math.ceilDiv((long) bin * bound, bins);
            long to = Math.ceilDiv((bin + 1L) * bound, bins);
            expected[bin] = (double) MANY * (to - from) / bound;
        }
        assertFits(counts, expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6})
    void allPermutationsAreAsLikely(int size) {
        int all = IntStream.rangeClosed(1, size).reduce(1, (a, b) -> a * b);
        Map<String, Integer> counts = new HashMap<>();
        for (int seed = 0; seed < 100 * all; seed++) {
            int own = seed;
            int[] permuted = IntStream.range(0, size)
                    .map(i -> Philox.permuted(own, size, i))
                    .toArray();
            counts.merge(Arrays.toString(permuted), 1, Integer::sum);
        }
        assertThat(counts).hasSize(all);
        double[] expected = new double[all];
        Arrays.fill(expected, 100);
        assertFits(counts.values().stream().mapToInt(Integer::intValue).toArray(), expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 63, 64, 65, 511, 513, 1023, 1025, 100_000})
    void permutationsTakeEachPlaceOnce(int size) {
        boolean[] taken = new boolean[size];
        for (int i = 0; i < size; i++) {
            int place = Philox.permuted(SEED, size, i);
            assertThat(taken[place]).isFalse();
            taken[place] = true;
        }
    }

    /** Where neighbours go has nothing to do with each other. */
    @ParameterizedTest
    @ValueSource(ints = {600, 1200, 65_536, 200_003})
    void neighboursPart(int size) {
        int[] counts = new int[100];
        for (int i = 0; i + 1 < size; i++) {
            long row = Philox.permuted(1, size, i) * 10L / size;
            long column = Philox.permuted(1, size, i + 1) * 10L / size;
            counts[(int) (10 * row + column)]++;
        }
        double[] expected = new double[100];
        Arrays.fill(expected, (size - 1) / 100.0);
        assertFits(counts, expected);
    }

    @Test
    void rejectsBounds() {
        Philox random = new Philox(1, 2);
        assertThatThrownBy(() -> random.nextInt(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> random.nextInt(-5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Philox.permuted(1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Philox.permuted(1, 5, 5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Philox.permuted(1, 5, -1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    /** Pearson's test, with the normal approximation of its distribution. */
    private static void assertFits(int[] counts, double[] expected) {
        double sum = 0;
        for (int i = 0; i < counts.length; i++) {
            sum += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
        }
        double degrees = counts.length - 1;
        assertThat(sum - degrees).isLessThanOrEqualTo(FAR * Math.sqrt(2 * degrees));
    }
}
