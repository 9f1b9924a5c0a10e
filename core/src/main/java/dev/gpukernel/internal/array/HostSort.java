package dev.gpukernel.internal.array;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Sorts rows of arrays of the host, for devices without blocks. */
final class HostSort {
    private static final int DIGITS = 256;
    private static final int BITS = 8;

    private HostSort() {}

    /** Sorts each row of keys. */
    static void sort(Object keys, int row) {
        int size = java.lang.reflect.Array.getLength(keys);
        for (int from = 0; from < size; from += row) {
            switch (keys) {
                case int[] ints -> Arrays.parallelSort(ints, from, from + row);
                case float[] floats -> Arrays.parallelSort(floats, from, from + row);
                case double[] doubles -> Arrays.parallelSort(doubles, from, from + row);
                default -> Arrays.parallelSort((long[]) keys, from, from + row);
            }
        }
    }

    /** {@return the place in its row of what comes first, second, … in the order of keys} Equal keys stay in order. */
    static int[] order(Object keys, int row) {
        int size = java.lang.reflect.Array.getLength(keys);
        int[] order = new int[size];
        for (int from = 0; from < size; from += row) {
            if (keys instanceof int[] ints) {
                long[] both = new long[row];
                for (int i = 0; i < row; i++) {
                    both[i] = ((long) ints[from + i] << Integer.SIZE) | i;
                }
                Arrays.parallelSort(both);
                for (int i = 0; i < row; i++) {
                    order[from + i] = (int) both[i];
                }
            } else {
                System.arraycopy(order(Arrays.copyOfRange((long[]) keys, from, from + row)), 0, order, from, row);
            }
        }
        return order;
    }

    /** A radix sort, as an order of longs needs more bits than a long has. */
    private static int[] order(long[] keys) {
        int[] order = new int[keys.length];
        Arrays.setAll(order, i -> i);
        int[] next = new int[keys.length];
        for (int shift = 0; shift < Long.SIZE; shift += BITS) {
            int[] starts = starts(keys, shift);
            if (starts == null) {
                continue;
            }
            for (int at : order) {
                next[starts[digit(keys[at], shift)]++] = at;
            }
            int[] done = order;
            order = next;
            next = done;
        }
        return order;
    }

    /** {@return where keys of each digit begin, {@code null} if all have the same one} */
    private static int @Nullable [] starts(long[] keys, int shift) {
        int[] counts = new int[DIGITS];
        for (long key : keys) {
            counts[digit(key, shift)]++;
        }
        int sum = 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            int count = counts[digit];
            if (count == keys.length) {
                return null;
            }
            counts[digit] = sum;
            sum += count;
        }
        return counts;
    }

    private static int digit(long key, int shift) {
        return (int) ((key ^ Long.MIN_VALUE) >>> shift) & (DIGITS - 1);
    }
}
