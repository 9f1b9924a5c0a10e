package dev.gpukernel.internal.array.kernel;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Parallel;

/** What surrounds sorts: plain loops. */
public final class OrderLoops {
    private OrderLoops() {}

    /** Takes elements from places that are in range. */
    @GpuKernel
    static void take(int[] elements, int[] places, int[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = elements[places[i]];
        }
    }

    /** Takes elements from places that are in range. */
    @GpuKernel
    static void take(long[] elements, int[] places, long[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = elements[places[i]];
        }
    }

    /** Takes elements from places that are in range. */
    @GpuKernel
    static void take(float[] elements, int[] places, float[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = elements[places[i]];
        }
    }

    /** Takes elements from places that are in range. */
    @GpuKernel
    static void take(double[] elements, int[] places, double[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = elements[places[i]];
        }
    }

    /** Finds what differs from the element before: the places of those, in order; {@return how many they are} */
    @GpuKernel
    static int firsts(int[] sorted, int[] places) {
        int n = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                places[n++] = i;
            }
        }
        return n;
    }

    /** Finds what differs from the element before: the places of those, in order; {@return how many they are} */
    @GpuKernel
    static int firsts(long[] sorted, int[] places) {
        int n = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                places[n++] = i;
            }
        }
        return n;
    }

    /**
     * Finds for each value how many elements are less, or are less or equal.
     *
     * @param sorted the elements, in order
     * @param values the values
     * @param out the numbers
     * @param countsEqual whether equal ones count
     */
    @GpuKernel
    static void search(int[] sorted, int[] values, int[] out, boolean countsEqual) {
        for (int i = 0; i < out.length; i++) {
            int value = values[i];
            int low = 0;
            int high = sorted.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                int element = sorted[middle];
                if (element < value || (countsEqual && element == value)) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            out[i] = low;
        }
    }

    /** The same of longs. */
    @GpuKernel
    static void search(long[] sorted, long[] values, int[] out, boolean countsEqual) {
        for (int i = 0; i < out.length; i++) {
            long value = values[i];
            int low = 0;
            int high = sorted.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                long element = sorted[middle];
                if (element < value || (countsEqual && element == value)) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            out[i] = low;
        }
    }

    /** Counts how often each number occurs; others than those from 0 to the last of the counts are left out. */
    @GpuKernel
    static void count(int[] values, int[] counts) {
        for (int i = 0; i < values.length; i++) {
            int value = values[i];
            if (value >= 0 && value < counts.length) {
                counts[value]++;
            }
        }
    }

    /** Computes how far it is from each place to the next, from the last one to the end. */
    @GpuKernel
    static void lengths(int[] places, int[] out, int end) {
        for (int i = 0; i < out.length; i++) {
            out[i] = (i + 1 < out.length ? places[i + 1] : end) - places[i];
        }
    }

    /**
     * Adds values to elements.
     *
     * @param elements the elements
     * @param places for each value the place of its element, in order
     * @param order for each value its place
     * @param values the values
     */
    @GpuKernel
    static void accumulate(float[] elements, int[] places, int[] order, float[] values) {
        for (@Parallel int i = 0; i < places.length; i++) {
            int place = places[i];
            if (i == 0 || places[i - 1] != place) {
                float sum = elements[place];
                for (int j = i; j < places.length && places[j] == place; j++) {
                    sum += values[order[j]];
                }
                elements[place] = sum;
            }
        }
    }

    /** The same of doubles. */
    @GpuKernel
    static void accumulate(double[] elements, int[] places, int[] order, double[] values) {
        for (@Parallel int i = 0; i < places.length; i++) {
            int place = places[i];
            if (i == 0 || places[i - 1] != place) {
                double sum = elements[place];
                for (int j = i; j < places.length && places[j] == place; j++) {
                    sum += values[order[j]];
                }
                elements[place] = sum;
            }
        }
    }

    /** Makes ints whose order is that of floats. */
    @GpuKernel
    static void encode(float[] x, int[] keys) {
        for (int i = 0; i < keys.length; i++) {
            int bits = Float.floatToIntBits(x[i]);
            keys[i] = bits ^ ((bits >> 31) & Integer.MAX_VALUE);
        }
    }

    /** Makes longs whose order is that of doubles. */
    @GpuKernel
    static void encode(double[] x, long[] keys) {
        for (int i = 0; i < keys.length; i++) {
            long bits = Double.doubleToLongBits(x[i]);
            keys[i] = bits ^ ((bits >> 63) & Long.MAX_VALUE);
        }
    }

    /** Makes floats of such ints. */
    @GpuKernel
    static void decode(int[] keys, float[] x) {
        for (int i = 0; i < keys.length; i++) {
            x[i] = Float.intBitsToFloat(keys[i] ^ ((keys[i] >> 31) & Integer.MAX_VALUE));
        }
    }

    /** Makes doubles of such longs. */
    @GpuKernel
    static void decode(long[] keys, double[] x) {
        for (int i = 0; i < keys.length; i++) {
            x[i] = Double.longBitsToDouble(keys[i] ^ ((keys[i] >> 63) & Long.MAX_VALUE));
        }
    }

    /** Copies. */
    @GpuKernel
    static void copy(int[] from, int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[i];
        }
    }

    /** Copies. */
    @GpuKernel
    static void copy(long[] from, long[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[i];
        }
    }

    /** Copies. */
    @GpuKernel
    static void copy(float[] from, float[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[i];
        }
    }

    /** Copies. */
    @GpuKernel
    static void copy(double[] from, double[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[i];
        }
    }
}
