package dev.gpukernel.benchmarks.suite;

import java.lang.reflect.Array;

/**
 * How two results differ.
 *
 * @param elements how many elements have other bits
 * @param beyond how many of them are further apart than allowed
 * @param length of how many elements
 * @param first place of the first one that is further apart than allowed, or -1
 * @param text both elements there
 */
record Difference(long elements, long beyond, long length, int first, String text) {
    static final Difference NONE = new Difference(0, 0, 0, -1, "");

    /**
     * Compares two arrays of one type.
     *
     * @param tolerance by how much floating-point numbers may differ, in proportion to the expected one and to the mean of all
     */
    static Difference of(Object actual, Object expected, double tolerance) {
        int length = Array.getLength(expected);
        if (Array.getLength(actual) != length) {
            return new Difference(length, length, length, 0, "lengths " + Array.getLength(actual) + ", " + length);
        }
        double mean = tolerance == 0 ? 0 : mean(expected);
        long different = 0;
        long beyond = 0;
        int first = -1;
        for (int i = 0; i < length; i++) {
            if (sameBits(actual, expected, i)) {
                continue;
            }
            different++;
            if (!near(actual, expected, i, tolerance, mean)) {
                beyond++;
                first = first < 0 ? i : first;
            }
        }
        return new Difference(
                different,
                beyond,
                length,
                first,
                first < 0 ? "" : Array.get(actual, first) + " instead of " + Array.get(expected, first));
    }

    Difference and(Difference other) {
        return new Difference(
                elements + other.elements,
                beyond + other.beyond,
                length + other.length,
                first >= 0 ? first : other.first,
                first >= 0 ? text : other.text);
    }

    /** {@return whether at most a share of the elements is further apart than allowed} */
    boolean isWithin(double share) {
        return beyond <= share * length;
    }

    private static boolean sameBits(Object actual, Object expected, int i) {
        return switch (expected) {
            case float[] e -> {
                float a = ((float[]) actual)[i];
                yield Float.floatToIntBits(a) == Float.floatToIntBits(e[i]);
            }
            case double[] e -> {
                double a = ((double[]) actual)[i];
                yield Double.doubleToLongBits(a) == Double.doubleToLongBits(e[i]);
            }
            case int[] e -> ((int[]) actual)[i] == e[i];
            case long[] e -> ((long[]) actual)[i] == e[i];
            case short[] e -> ((short[]) actual)[i] == e[i];
            case byte[] e -> ((byte[]) actual)[i] == e[i];
            default -> throw new IllegalArgumentException("elements of " + expected.getClass());
        };
    }

    private static boolean near(Object actual, Object expected, int i, double tolerance, double mean) {
        double a = number(actual, i);
        double e = number(expected, i);
        return Math.abs(a - e) <= tolerance * (Math.abs(e) + mean);
    }

    private static double mean(Object values) {
        double sum = 0;
        int finite = 1;
        for (int i = 0; i < Array.getLength(values); i++) {
            double value = Math.abs(number(values, i));
            if (value <= Float.MAX_VALUE) {
                sum += value;
                finite++;
            }
        }
        return sum / finite;
    }

    private static double number(Object values, int i) {
        return switch (values) {
            case float[] v -> v[i];
            case double[] v -> v[i];
            case int[] v -> v[i];
            case long[] v -> v[i];
            case short[] v -> v[i];
            case byte[] v -> v[i];
            default -> throw new IllegalArgumentException("elements of " + values.getClass());
        };
    }
}
