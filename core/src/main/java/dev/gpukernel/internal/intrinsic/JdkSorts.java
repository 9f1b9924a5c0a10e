package dev.gpukernel.internal.intrinsic;

/**
 * Sorts arrays as {@link java.util.Arrays} does, for the front end to translate in place of the JDK's own bytecode, which works in
 * parallel and with arrays of its own. Elements that are equal have equal bits but for NaNs, which end up in the order in which the JDK
 * leaves them.
 */
public final class JdkSorts {
    private JdkSorts() {}

    /** {@return the first distance between elements that are compared, of which 3 d + 1 is the next larger} */
    private static int distance(int length) {
        int distance = 1;
        while (distance < length / 3) {
            distance = 3 * distance + 1;
        }
        return distance;
    }

    /** Sorts as in {@link java.util.Arrays}. */
    public static void sort(byte[] a) {
        insert(a, 0, a.length);
    }

    /** Sorts as in {@link java.util.Arrays}. */
    public static void sort(byte[] a, int from, int to) {
        JdkMethods.checkRange(a.length, from, to);
        insert(a, from, to);
    }

    /** Shell's sort: it needs no other memory, and is an insertion sort of few elements. */
    private static void insert(byte[] a, int from, int to) {
        for (int distance = distance(to - from); distance > 0; distance /= 3) {
            for (int i = from + distance; i < to; i++) {
                byte value = a[i];
                int k = i;
                while (k >= from + distance && a[k - distance] > value) {
                    a[k] = a[k - distance];
                    k -= distance;
                }
                a[k] = value;
            }
        }
    }

    /** Sorts as in {@link java.util.Arrays}. */
    public static void sort(char[] a) {
        insert(a, 0, a.length);
    }

    /** Sorts as in {@link java.util.Arrays}. */
    public static void sort(char[] a, int from, int to) {
        JdkMethods.checkRange(a.length, from, to);
        insert(a, from, to);
    }

    /** Shell's sort: it needs no other memory, and is an insertion sort of few elements. */
    private static void insert(char[] a, int from, int to) {
        for (int distance = distance(to - from); distance > 0; distance /= 3) {
            for (int i = from + distance; i < to; i++) {
                char value = a[i];
                int k = i;
                while (k >= from + distance && a[k - distance] > value) {
                    a[k] = a[k - distance];
                    k -= distance;
                }
                a[k] = value;
            }
        }
    }

    /** Sorts as in {@link java.util.Arrays}. */
    public static void sort(short[] a) {
        insert(a, 0, a.length);
    }

    /** Sorts as in {@link java.util.Arrays}. */
    public static void sort(short[] a, int from, int to) {
        JdkMethods.checkRange(a.length, from, to);
        insert(a, from, to);
    }

    /** Shell's sort: it needs no other memory, and is an insertion sort of few elements. */
    private static void insert(short[] a, int from, int to) {
        for (int distance = distance(to - from); distance > 0; distance /= 3) {
            for (int i = from + distance; i < to; i++) {
                short value = a[i];
                int k = i;
                while (k >= from + distance && a[k - distance] > value) {
                    a[k] = a[k - distance];
                    k -= distance;
                }
                a[k] = value;
            }
        }
    }

    /** Sorts as in {@link java.util.Arrays}. */
    public static void sort(int[] a) {
        insert(a, 0, a.length);
    }

    /** Sorts as in {@link java.util.Arrays}. */
    public static void sort(int[] a, int from, int to) {
        JdkMethods.checkRange(a.length, from, to);
        insert(a, from, to);
    }

    /** Shell's sort: it needs no other memory, and is an insertion sort of few elements. */
    private static void insert(int[] a, int from, int to) {
        for (int distance = distance(to - from); distance > 0; distance /= 3) {
            for (int i = from + distance; i < to; i++) {
                int value = a[i];
                int k = i;
                while (k >= from + distance && a[k - distance] > value) {
                    a[k] = a[k - distance];
                    k -= distance;
                }
                a[k] = value;
            }
        }
    }

    /** Sorts as in {@link java.util.Arrays}. */
    public static void sort(long[] a) {
        insert(a, 0, a.length);
    }

    /** Sorts as in {@link java.util.Arrays}. */
    public static void sort(long[] a, int from, int to) {
        JdkMethods.checkRange(a.length, from, to);
        insert(a, from, to);
    }

    /** Shell's sort: it needs no other memory, and is an insertion sort of few elements. */
    private static void insert(long[] a, int from, int to) {
        for (int distance = distance(to - from); distance > 0; distance /= 3) {
            for (int i = from + distance; i < to; i++) {
                long value = a[i];
                int k = i;
                while (k >= from + distance && a[k - distance] > value) {
                    a[k] = a[k - distance];
                    k -= distance;
                }
                a[k] = value;
            }
        }
    }

    /** Sorts as in {@link java.util.Arrays}. */
    public static void sort(float[] a) {
        order(a, 0, a.length);
    }

    /** Sorts as in {@link java.util.Arrays}. */
    public static void sort(float[] a, int from, int to) {
        JdkMethods.checkRange(a.length, from, to);
        order(a, from, to);
    }

    /** NaNs go last, and zeros are sorted as one and then made negative that were. */
    private static void order(float[] a, int from, int to) {
        int negativeZeros = 0;
        int end = to;
        for (int i = to - 1; i >= from; i--) {
            float value = a[i];
            if (value == 0 && Float.floatToRawIntBits(value) < 0) {
                negativeZeros++;
                a[i] = 0f;
            } else if (Float.isNaN(value)) {
                end--;
                a[i] = a[end];
                a[end] = value;
            }
        }
        insert(a, from, end);
        int zero = from;
        while (zero < end && a[zero] < 0) {
            zero++;
        }
        for (int i = 0; i < negativeZeros; i++) {
            a[zero + i] = -0f;
        }
    }

    /** Shell's sort: it needs no other memory, and is an insertion sort of few elements. */
    private static void insert(float[] a, int from, int to) {
        for (int distance = distance(to - from); distance > 0; distance /= 3) {
            for (int i = from + distance; i < to; i++) {
                float value = a[i];
                int k = i;
                while (k >= from + distance && a[k - distance] > value) {
                    a[k] = a[k - distance];
                    k -= distance;
                }
                a[k] = value;
            }
        }
    }

    /** Sorts as in {@link java.util.Arrays}. */
    public static void sort(double[] a) {
        order(a, 0, a.length);
    }

    /** Sorts as in {@link java.util.Arrays}. */
    public static void sort(double[] a, int from, int to) {
        JdkMethods.checkRange(a.length, from, to);
        order(a, from, to);
    }

    /** NaNs go last, and zeros are sorted as one and then made negative that were. */
    private static void order(double[] a, int from, int to) {
        int negativeZeros = 0;
        int end = to;
        for (int i = to - 1; i >= from; i--) {
            double value = a[i];
            if (value == 0 && Double.doubleToRawLongBits(value) < 0) {
                negativeZeros++;
                a[i] = 0.0;
            } else if (Double.isNaN(value)) {
                end--;
                a[i] = a[end];
                a[end] = value;
            }
        }
        insert(a, from, end);
        int zero = from;
        while (zero < end && a[zero] < 0) {
            zero++;
        }
        for (int i = 0; i < negativeZeros; i++) {
            a[zero + i] = -0.0;
        }
    }

    /** Shell's sort: it needs no other memory, and is an insertion sort of few elements. */
    private static void insert(double[] a, int from, int to) {
        for (int distance = distance(to - from); distance > 0; distance /= 3) {
            for (int i = from + distance; i < to; i++) {
                double value = a[i];
                int k = i;
                while (k >= from + distance && a[k - distance] > value) {
                    a[k] = a[k - distance];
                    k -= distance;
                }
                a[k] = value;
            }
        }
    }
}
