package dev.gpukernel.device;

import java.util.random.RandomGenerator;

/**
 * Random numbers by counting: Philox4x32-10 (J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, Parallel random numbers: as
 * easy as 1, 2, 3, SC 2011). Each number is a function of a seed, a stream and a position, so it is the same on every device
 * and in whatever order iterations run, and none waits for another.
 *
 * <p>There are two ways to use it. An iteration may make a generator of its own, with its index as the stream:
 *
 * <pre>{@code
 * for (int i = 0; i < paths.length; i++) {
 *     Philox random = new Philox(seed, i);
 *     ...
 * }
 * }</pre>
 *
 * <p>or ask for the numbers at its position: {@link #bits}, {@link #uniform}, {@link #uniformFloat}, {@link #normal},
 * {@link #exponential}. {@link #words} gives the four words of 32 bits that one computation yields; a loop that needs many
 * numbers is four times as fast with all four.
 *
 * <p>Numbers at positions are those of stream 0: {@code uniform(seed, i)} is the number that {@code new Philox(seed, 0)} gives
 * when {@link #nextDouble} is called for the {@code i}th time from 0 on, and so for the others. Streams do not overlap: each
 * has 2^66 words. A generator is not for use by several threads.
 */
public final class Philox implements RandomGenerator {
    private static final long FIRST_MULTIPLIER = 0xD2511F53L;
    private static final long SECOND_MULTIPLIER = 0xCD9E8D57L;
    private static final int FIRST_WEYL = 0x9E3779B9;
    private static final int SECOND_WEYL = 0xBB67AE85;
    private static final int ROUNDS = 10;

    private static final long LOW = 0xFFFFFFFFL;
    private static final int WORDS_BITS = 2;
    private static final int LAST_WORD = 3;
    private static final float FLOAT_UNIT = 0x1p-24f;
    private static final double DOUBLE_UNIT = 0x1p-53;

    /** With functions that are random, four rounds suffice for many bits (M. Luby, C. Rackoff, 1988); few bits need more. */
    private static final int PERMUTATION_ROUNDS = 8;

    private static final int FEW_BITS = 10;
    private static final int ROUNDS_OF_FEW_BITS = 64;

    private final long seed;
    private final long stream;
    private long position;
    private int first;
    private int second;
    private int third;
    private int fourth;

    /**
     * Makes a generator at the beginning of a stream.
     *
     * @param seed any number; generators with different seeds have nothing in common
     * @param stream any number, as an iteration's index
     */
    public Philox(long seed, long stream) {
        this.seed = seed;
        this.stream = stream;
    }

    /**
     * The four words of 32 bits that belong to one counter.
     *
     * @param first the first word
     * @param second the second word
     * @param third the third word
     * @param fourth the fourth word
     */
    public record Words(int first, int second, int third, int fourth) {}

    /**
     * The function itself: four random words.
     *
     * @param seed the key of 64 bits, its lower half first
     * @param stream the upper half of the counter of 128 bits
     * @param counter its lower half
     * @return the words, of 32 random bits each
     */
    public static Words words(long seed, long stream, long counter) {
        int a = (int) counter;
        int b = (int) (counter >>> Integer.SIZE);
        int c = (int) stream;
        int d = (int) (stream >>> Integer.SIZE);
        int low = (int) seed;
        int high = (int) (seed >>> Integer.SIZE);
        for (int round = 0; round < ROUNDS; round++) {
            long byFirst = FIRST_MULTIPLIER * (a & LOW);
            long bySecond = SECOND_MULTIPLIER * (c & LOW);
            a = (int) (bySecond >>> Integer.SIZE) ^ b ^ low;
            b = (int) bySecond;
            c = (int) (byFirst >>> Integer.SIZE) ^ d ^ high;
            d = (int) byFirst;
            low += FIRST_WEYL;
            high += SECOND_WEYL;
        }
        return new Words(a, b, c, d);
    }

    /**
     * 32 random bits.
     *
     * @param seed any number
     * @param index position in stream 0, in words, from 0 to 2^63 - 1
     * @return any int, all equally likely
     */
    public static int bits(long seed, long index) {
        return word(words(seed, 0, index >> WORDS_BITS), (int) index & LAST_WORD);
    }

    /**
     * A number from 0, inclusive, to 1, exclusive; all multiples of 2^-53 are equally likely.
     *
     * @param seed any number
     * @param index position in stream 0, in doubles, from 0 to 2^63 - 1
     * @return the number
     */
    public static double uniform(long seed, long index) {
        Words words = words(seed, 0, index >> 1);
        boolean isFirst = (index & 1) == 0;
        return toDouble(isFirst ? words.first : words.third, isFirst ? words.second : words.fourth);
    }

    /**
     * A number from 0, inclusive, to 1, exclusive; all multiples of 2^-24 are equally likely.
     *
     * @param seed any number
     * @param index position in stream 0, in floats, from 0 to 2^63 - 1
     * @return the number
     */
    public static float uniformFloat(long seed, long index) {
        return toFloat(bits(seed, index));
    }

    /**
     * A number of the normal distribution with mean 0 and standard deviation 1, by the method of G. E. P. Box and M. E. Muller (A
     * note on the generation of random normal deviates, 1958).
     *
     * @param seed any number
     * @param index position in stream 0, in pairs of doubles, from 0 to 2^63 - 1
     * @return the number, of a magnitude of at most 8.6
     */
    public static double normal(long seed, long index) {
        Words words = words(seed, 0, index);
        return toNormal(toDouble(words.first, words.second), toDouble(words.third, words.fourth));
    }

    /**
     * A number of the exponential distribution with mean 1, by inversion.
     *
     * @param seed any number
     * @param index position in stream 0, in doubles, from 0 to 2^63 - 1
     * @return the number, from 0 to 36.8
     */
    public static double exponential(long seed, long index) {
        return toExponential(uniform(seed, index));
    }

    /**
     * Where an index goes in a random permutation of the numbers below a bound: as all of them go to different places, {@code
     * shuffled[permuted(seed, n, i)] = sorted[i]} shuffles in one parallel loop.
     *
     * <p>The permutation is a Feistel network over as many bits as the bound needs, walked on while it leads outside (J. Black and
     * P. Rogaway, Ciphers with arbitrary finite domains, 2002).
     *
     * @param seed chooses the permutation
     * @param bound how many numbers are permuted, positive
     * @param index from 0 to the bound, exclusive
     * @return where it goes, from 0 to the bound, exclusive
     * @throws IllegalArgumentException if the bound is not positive
     * @throws IndexOutOfBoundsException if the index is not below the bound or negative
     */
    public static int permuted(long seed, int bound, int index) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        if (index < 0 || index >= bound) {
            throw new IndexOutOfBoundsException(index);
        }
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(bound - 1);
        int place = index;
        do {
            place = exchanged(seed, bits, place);
        } while (place >= bound);
        return place;
    }

    /** {@return where a number of some bits goes; each round changes one half by what the other one and the seed say} */
    private static int exchanged(long seed, int bits, int number) {
        int lowerBits = bits >> 1;
        int upperBits = bits - lowerBits;
        int upper = number >>> lowerBits;
        int lower = number & (1 << lowerBits) - 1;
        int rounds = bits < FEW_BITS ? ROUNDS_OF_FEW_BITS : PERMUTATION_ROUNDS;
        for (int round = 0; round < rounds; round += 2) {
            upper ^= words(seed, (long) round << Integer.SIZE | bits, lower).first & (1 << upperBits) - 1;
            lower ^= words(seed, (long) (round + 1) << Integer.SIZE | bits, upper).first & (1 << lowerBits) - 1;
        }
        return upper << lowerBits | lower;
    }

    /** {@return the next 32 random bits of the stream} */
    @Override
    public int nextInt() {
        int word = (int) position & LAST_WORD;
        if (word == 0) {
            Words words = words(seed, stream, position >>> WORDS_BITS);
            first = words.first;
            second = words.second;
            third = words.third;
            fourth = words.fourth;
        }
        position++;
        return word(word, first, second, third, fourth);
    }

    /**
     * The next number from 0 to a bound, by the method of D. Lemire (Fast random integer generation in an interval, 2019).
     *
     * @param bound positive
     * @return from 0, inclusive, to the bound, exclusive; all equally likely
     * @throws IllegalArgumentException if the bound is not positive
     */
    @Override
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        long product = (nextInt() & LOW) * bound;
        if ((product & LOW) < bound) {
            long tooOften = (LOW - bound + 1) % bound;
            while ((product & LOW) < tooOften) {
                product = (nextInt() & LOW) * bound;
            }
        }
        return (int) (product >>> Integer.SIZE);
    }

    /** {@return the next two words, the first one as the upper half} */
    @Override
    public long nextLong() {
        int upper = nextInt();
        return join(upper, nextInt());
    }

    /** {@return the next word as a number from 0, inclusive, to 1, exclusive, a multiple of 2^-24} */
    @Override
    public float nextFloat() {
        return toFloat(nextInt());
    }

    /** {@return the next two words as a number from 0, inclusive, to 1, exclusive, a multiple of 2^-53} */
    @Override
    public double nextDouble() {
        int upper = nextInt();
        return toDouble(upper, nextInt());
    }

    /** {@return whether the next word is negative} */
    @Override
    public boolean nextBoolean() {
        return nextInt() < 0;
    }

    /** {@return the next four words as a number of the normal distribution, as {@link #normal} has it} */
    @Override
    public double nextGaussian() {
        double radius = nextDouble();
        return toNormal(radius, nextDouble());
    }

    /** {@return the next two words as a number of the exponential distribution, as {@link #exponential} has it} */
    @Override
    public double nextExponential() {
        return toExponential(nextDouble());
    }

    private static int word(Words words, int which) {
        return word(which, words.first, words.second, words.third, words.fourth);
    }

    private static int word(int which, int first, int second, int third, int fourth) {
        int early = which == 0 ? first : second;
        int late = which == 2 ? third : fourth;
        return which < 2 ? early : late;
    }

    private static long join(int upper, int lower) {
        return (long) upper << Integer.SIZE | (lower & LOW);
    }

    private static float toFloat(int word) {
        return (word >>> Byte.SIZE) * FLOAT_UNIT;
    }

    private static double toDouble(int upper, int lower) {
        return (join(upper, lower) >>> (Long.SIZE - 53)) * DOUBLE_UNIT;
    }

    private static double toNormal(double radius, double angle) {
        return StrictMath.sqrt(-2 * StrictMath.log(1 - radius)) * StrictMath.cos(2 * Math.PI * angle);
    }

    private static double toExponential(double uniform) {
        return -StrictMath.log(1 - uniform);
    }
}
