package dev.gpukernel.corpus;

import java.util.SplittableRandom;

/** Arrays of pseudo-random elements; the same seed makes the same array. Ranges exclude their end. */
final class Seeded {
    private Seeded() {}

    static int[] ints(int length, long seed) {
        return new SplittableRandom(seed).ints(length).toArray();
    }

    static int[] ints(int length, long seed, int from, int to) {
        return new SplittableRandom(seed).ints(length, from, to).toArray();
    }

    static long[] longs(int length, long seed) {
        return new SplittableRandom(seed).longs(length).toArray();
    }

    static long[] longs(int length, long seed, long from, long to) {
        return new SplittableRandom(seed).longs(length, from, to).toArray();
    }

    static double[] doubles(int length, long seed, double from, double to) {
        return new SplittableRandom(seed).doubles(length, from, to).toArray();
    }

    static float[] floats(int length, long seed, float from, float to) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] array = new float[length];
        for (int i = 0; i < length; i++) {
            array[i] = (float) random.nextDouble(from, to);
        }
        return array;
    }

    static byte[] bytes(int length, long seed) {
        byte[] array = new byte[length];
        new SplittableRandom(seed).nextBytes(array);
        return array;
    }

    static short[] shorts(int length, long seed) {
        short[] array = new short[length];
        int[] ints = ints(length, seed);
        for (int i = 0; i < length; i++) {
            array[i] = (short) ints[i];
        }
        return array;
    }

    static boolean[] booleans(int length, long seed) {
        boolean[] array = new boolean[length];
        int[] ints = ints(length, seed);
        for (int i = 0; i < length; i++) {
            array[i] = ints[i] < 0;
        }
        return array;
    }

    /** {@return letters of an alphabet} */
    static char[] chars(int length, long seed, String alphabet) {
        char[] array = new char[length];
        int[] letters = ints(length, seed, 0, alphabet.length());
        for (int i = 0; i < length; i++) {
            array[i] = alphabet.charAt(letters[i]);
        }
        return array;
    }

    /** {@return ASCII letters of an alphabet, as bytes} */
    static byte[] text(int length, long seed, String alphabet) {
        byte[] array = new byte[length];
        char[] letters = chars(length, seed, alphabet);
        for (int i = 0; i < length; i++) {
            array[i] = (byte) letters[i];
        }
        return array;
    }

    /** {@return from, from + step, from + 2 * step, …} */
    static int[] counting(int length, int from, int step) {
        int[] array = new int[length];
        for (int i = 0; i < length; i++) {
            array[i] = from + i * step;
        }
        return array;
    }
}
