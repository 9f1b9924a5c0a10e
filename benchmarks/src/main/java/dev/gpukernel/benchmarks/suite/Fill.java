package dev.gpukernel.benchmarks.suite;

import java.util.Arrays;
import java.util.Random;

/** Makes the arguments of one kernel: always the same ones, and others for each array. */
final class Fill {
    private static final int SEED_STEP = 0x6D2B79F5;

    private int seed;
    private int entries;

    Fill(String kernel) {
        seed = kernel.hashCode();
    }

    /** A hash of a position, of which all bits look random. */
    private static int hash(int seed, int i) {
        int h = i * 0x9E3779B9 + seed;
        h = (h ^ (h >>> 16)) * 0x85EBCA6B;
        h = (h ^ (h >>> 13)) * 0xC2B2AE35;
        return h ^ (h >>> 16);
    }

    private int nextSeed() {
        seed += SEED_STEP;
        return seed;
    }

    /** {@return numbers from 0 up to 1} */
    float[] floats(int n) {
        return floats(n, 0, 1);
    }

    /** {@return numbers of a range} */
    float[] floats(int n, float from, float to) {
        int own = nextSeed();
        float[] values = new float[n];
        for (int i = 0; i < n; i++) {
            values[i] = from + (to - from) * ((hash(own, i) >>> 8) * 0x1p-24f);
        }
        return values;
    }

    /** {@return numbers from 0 up to 1} */
    double[] doubles(int n) {
        return doubles(n, 0, 1);
    }

    /** {@return numbers of a range} */
    double[] doubles(int n, double from, double to) {
        int own = nextSeed();
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = from + (to - from) * ((hash(own, i) >>> 1) * 0x1p-31);
        }
        return values;
    }

    /** {@return whole numbers below a bound, of which small sums are exact in any order} */
    float[] wholeFloats(int n, int bound) {
        int own = nextSeed();
        float[] values = new float[n];
        for (int i = 0; i < n; i++) {
            values[i] = Integer.remainderUnsigned(hash(own, i), bound);
        }
        return values;
    }

    /** {@return whole numbers below a bound, of which small sums are exact in any order} */
    double[] wholeDoubles(int n, int bound) {
        int own = nextSeed();
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = Integer.remainderUnsigned(hash(own, i), bound);
        }
        return values;
    }

    /** {@return random bits} */
    int[] ints(int n) {
        int own = nextSeed();
        int[] values = new int[n];
        for (int i = 0; i < n; i++) {
            values[i] = hash(own, i);
        }
        return values;
    }

    /** {@return numbers from 0 up to a bound} */
    int[] ints(int n, int bound) {
        int own = nextSeed();
        int[] values = new int[n];
        for (int i = 0; i < n; i++) {
            values[i] = Integer.remainderUnsigned(hash(own, i), bound);
        }
        return values;
    }

    /** {@return random bits} */
    long[] longs(int n) {
        int own = nextSeed();
        long[] values = new long[n];
        for (int i = 0; i < n; i++) {
            values[i] = ((long) hash(own, i) << 32) | (hash(~own, i) & 0xFFFFFFFFL);
        }
        return values;
    }

    /** {@return random bits} */
    byte[] bytes(int n) {
        int own = nextSeed();
        byte[] values = new byte[n];
        for (int i = 0; i < n; i++) {
            values[i] = (byte) hash(own, i);
        }
        return values;
    }

    /** {@return numbers from 0 up to a bound} */
    byte[] bytes(int n, int bound) {
        int own = nextSeed();
        byte[] values = new byte[n];
        for (int i = 0; i < n; i++) {
            values[i] = (byte) Integer.remainderUnsigned(hash(own, i), bound);
        }
        return values;
    }

    /** {@return the numbers below n in a random order} */
    int[] permutation(int n) {
        int[] values = new int[n];
        Arrays.setAll(values, i -> i);
        Random random = new Random(nextSeed());
        for (int i = n - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int value = values[i];
            values[i] = values[other];
            values[other] = value;
        }
        return values;
    }

    /** {@return where each of n rows of random lengths begins, and where the last one ends} */
    int[] offsets(int n, int maximum) {
        int own = nextSeed();
        int[] values = new int[n + 1];
        for (int i = 0; i < n; i++) {
            values[i + 1] = values[i] + Integer.remainderUnsigned(hash(own, i), maximum + 1);
        }
        entries = values[n];
        return values;
    }

    /** {@return how many elements the rows of the last offsets have together} */
    int entries() {
        return entries;
    }

    /** {@return levels of nodes of a graph, of which one of eight was reached in step 2, and the others not yet} */
    int[] levels(int n) {
        int[] values = ints(n, 8);
        for (int i = 0; i < n; i++) {
            values[i] = values[i] == 0 ? 2 : -1;
        }
        return values;
    }

    /** {@return numbers from 1 to a maximum} */
    int[] degrees(int n, int maximum) {
        int[] values = ints(n, maximum);
        for (int i = 0; i < n; i++) {
            values[i]++;
        }
        return values;
    }

    /** {@return four neighbours of each cell, of which one of eight is a wall, -1} */
    int[] neighbours(int n) {
        int[] values = ints(4 * n, n);
        for (int i = 0; i < values.length; i += 8) {
            values[i] = -1;
        }
        return values;
    }

    /** {@return numbers that rise from 0 up to 1} */
    double[] rising(int n) {
        double[] values = new double[n];
        Arrays.setAll(values, i -> (double) i / n);
        return values;
    }
}
