package dev.gpukernel.oracle;

import java.util.random.RandomGenerator;

/** Random numbers, every third one at an edge of its type. */
final class EdgeValues {
    private static final int[] INTS = {0, 1, -1, 2, 3, 7, 8, 31, 32, 33, 255, Integer.MIN_VALUE, Integer.MAX_VALUE};
    private static final int[] SMALL = {0, 1, -1, 2, 7, 31, 127, 128, -128, 255, 32767, 32768, -32768, 65535};
    private static final long[] LONGS = {
        0, 1, -1, 5, 63, 64, 1L << 31, 1L << 32, -(1L << 53) - 1, Long.MIN_VALUE, Long.MAX_VALUE
    };
    private static final double[] DOUBLES = {
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -2.5,
        1e10,
        -1e20,
        Float.MIN_VALUE,
        -Float.MIN_NORMAL,
        Float.MAX_VALUE,
        Double.MIN_VALUE,
        Double.MAX_VALUE,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
    };

    private EdgeValues() {}

    /** {@return a boxed number of a type} */
    static Object next(NumberType type, RandomGenerator random) {
        boolean edge = random.nextInt(3) == 0;
        return switch (type) {
            case BYTE -> (byte) nextSmall(edge, random);
            case SHORT -> (short) nextSmall(edge, random);
            case CHAR -> (char) nextSmall(edge, random);
            case BOOLEAN -> random.nextBoolean();
            case INT -> edge ? INTS[random.nextInt(INTS.length)] : nextInt(random);
            case LONG -> edge ? LONGS[random.nextInt(LONGS.length)] : nextLong(random);
            case FLOAT -> (float) (edge ? DOUBLES[random.nextInt(DOUBLES.length)] : nextDouble(random));
            case DOUBLE -> edge ? DOUBLES[random.nextInt(DOUBLES.length)] : nextDouble(random);
        };
    }

    private static int nextSmall(boolean edge, RandomGenerator random) {
        return edge ? SMALL[random.nextInt(SMALL.length)] : nextInt(random);
    }

    /** {@return a number of any size, all sizes equally likely, unlike with {@code nextInt()}} */
    private static int nextInt(RandomGenerator random) {
        return random.nextInt() >> random.nextInt(32);
    }

    private static long nextLong(RandomGenerator random) {
        return random.nextLong() >> random.nextInt(64);
    }

    private static double nextDouble(RandomGenerator random) {
        return (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-3, 6));
    }
}
