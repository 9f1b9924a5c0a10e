package dev.gpukernel.internal.intrinsic;

/**
 * Methods of the JDK in plain Java: the front end translates these in place of the JDK's own bytecode, which no kernel may contain.
 * Each has the name of the JDK's method and does what that does, exceptions and their texts included.
 */
public final class JdkMethods {
    private JdkMethods() {}

    /** {@return the index} As in {@link java.util.Objects}. */
    public static int checkIndex(int index, int length) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
        }
        return index;
    }

    /** {@return the index} As in {@link java.util.Objects}. */
    public static long checkIndex(long index, long length) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
        }
        return index;
    }

    /** {@return a character of a text, given as an array} As in {@link String}. */
    public static char charAt(char[] text, int index) {
        if (index < 0 || index >= text.length) {
            throw new StringIndexOutOfBoundsException("Index " + index + " out of bounds for length " + text.length);
        }
        return text[index];
    }

    /** What {@link System#arraycopy} checks first, in its order; its texts are those of HotSpot. */
    private static void checkCopy(String type, int fromLength, int from, int toLength, int to, int length) {
        if (from < 0) {
            throw new ArrayIndexOutOfBoundsException(
                    "arraycopy: source index " + from + " out of bounds for " + type + "[" + fromLength + "]");
        }
        if (to < 0) {
            throw new ArrayIndexOutOfBoundsException(
                    "arraycopy: destination index " + to + " out of bounds for " + type + "[" + toLength + "]");
        }
        if (length < 0) {
            throw new ArrayIndexOutOfBoundsException("arraycopy: length " + length + " is negative");
        }
        if (from > fromLength - length) {
            long last = (long) from + length;
            throw new ArrayIndexOutOfBoundsException(
                    "arraycopy: last source index " + last + " out of bounds for " + type + "[" + fromLength + "]");
        }
        if (to > toLength - length) {
            long last = (long) to + length;
            throw new ArrayIndexOutOfBoundsException(
                    "arraycopy: last destination index " + last + " out of bounds for " + type + "[" + toLength + "]");
        }
    }

    /** Copies elements, also within one array: those are read first that would be overwritten. */
    public static void arraycopy(boolean[] source, int from, boolean[] destination, int to, int length) {
        checkCopy("boolean", source.length, from, destination.length, to, length);
        if (to - from > 0) {
            for (int i = length - 1; i >= 0; i--) {
                destination[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < length; i++) {
                destination[to + i] = source[from + i];
            }
        }
    }

    /** Copies elements, also within one array: those are read first that would be overwritten. */
    public static void arraycopy(byte[] source, int from, byte[] destination, int to, int length) {
        checkCopy("byte", source.length, from, destination.length, to, length);
        if (to - from > 0) {
            for (int i = length - 1; i >= 0; i--) {
                destination[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < length; i++) {
                destination[to + i] = source[from + i];
            }
        }
    }

    /** Copies elements, also within one array: those are read first that would be overwritten. */
    public static void arraycopy(char[] source, int from, char[] destination, int to, int length) {
        checkCopy("char", source.length, from, destination.length, to, length);
        if (to - from > 0) {
            for (int i = length - 1; i >= 0; i--) {
                destination[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < length; i++) {
                destination[to + i] = source[from + i];
            }
        }
    }

    /** Copies elements, also within one array: those are read first that would be overwritten. */
    public static void arraycopy(short[] source, int from, short[] destination, int to, int length) {
        checkCopy("short", source.length, from, destination.length, to, length);
        if (to - from > 0) {
            for (int i = length - 1; i >= 0; i--) {
                destination[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < length; i++) {
                destination[to + i] = source[from + i];
            }
        }
    }

    /** Copies elements, also within one array: those are read first that would be overwritten. */
    public static void arraycopy(int[] source, int from, int[] destination, int to, int length) {
        checkCopy("int", source.length, from, destination.length, to, length);
        if (to - from > 0) {
            for (int i = length - 1; i >= 0; i--) {
                destination[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < length; i++) {
                destination[to + i] = source[from + i];
            }
        }
    }

    /** Copies elements, also within one array: those are read first that would be overwritten. */
    public static void arraycopy(long[] source, int from, long[] destination, int to, int length) {
        checkCopy("long", source.length, from, destination.length, to, length);
        if (to - from > 0) {
            for (int i = length - 1; i >= 0; i--) {
                destination[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < length; i++) {
                destination[to + i] = source[from + i];
            }
        }
    }

    /** Copies elements, also within one array: those are read first that would be overwritten. */
    public static void arraycopy(float[] source, int from, float[] destination, int to, int length) {
        checkCopy("float", source.length, from, destination.length, to, length);
        if (to - from > 0) {
            for (int i = length - 1; i >= 0; i--) {
                destination[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < length; i++) {
                destination[to + i] = source[from + i];
            }
        }
    }

    /** Copies elements, also within one array: those are read first that would be overwritten. */
    public static void arraycopy(double[] source, int from, double[] destination, int to, int length) {
        checkCopy("double", source.length, from, destination.length, to, length);
        if (to - from > 0) {
            for (int i = length - 1; i >= 0; i--) {
                destination[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < length; i++) {
                destination[to + i] = source[from + i];
            }
        }
    }

    /** {@return whether two arrays have equal elements} As in {@link java.util.Arrays}. */
    public static boolean equals(boolean[] a, boolean[] b) {
        if (a.length != b.length) {
            return false;
        }
        boolean differ = false;
        for (int i = 0; i < a.length; i++) {
            differ = differ || a[i] != b[i];
        }
        return !differ;
    }

    /** {@return whether two arrays have equal elements} As in {@link java.util.Arrays}. */
    public static boolean equals(byte[] a, byte[] b) {
        if (a.length != b.length) {
            return false;
        }
        boolean differ = false;
        for (int i = 0; i < a.length; i++) {
            differ = differ || a[i] != b[i];
        }
        return !differ;
    }

    /** {@return whether two arrays have equal elements} As in {@link java.util.Arrays}. */
    public static boolean equals(char[] a, char[] b) {
        if (a.length != b.length) {
            return false;
        }
        boolean differ = false;
        for (int i = 0; i < a.length; i++) {
            differ = differ || a[i] != b[i];
        }
        return !differ;
    }

    /** {@return whether two arrays have equal elements} As in {@link java.util.Arrays}. */
    public static boolean equals(short[] a, short[] b) {
        if (a.length != b.length) {
            return false;
        }
        boolean differ = false;
        for (int i = 0; i < a.length; i++) {
            differ = differ || a[i] != b[i];
        }
        return !differ;
    }

    /** {@return whether two arrays have equal elements} As in {@link java.util.Arrays}. */
    public static boolean equals(int[] a, int[] b) {
        if (a.length != b.length) {
            return false;
        }
        boolean differ = false;
        for (int i = 0; i < a.length; i++) {
            differ = differ || a[i] != b[i];
        }
        return !differ;
    }

    /** {@return whether two arrays have equal elements} As in {@link java.util.Arrays}. */
    public static boolean equals(long[] a, long[] b) {
        if (a.length != b.length) {
            return false;
        }
        boolean differ = false;
        for (int i = 0; i < a.length; i++) {
            differ = differ || a[i] != b[i];
        }
        return !differ;
    }

    /** {@return whether two arrays have equal elements} As in {@link java.util.Arrays}. */
    public static boolean equals(float[] a, float[] b) {
        if (a.length != b.length) {
            return false;
        }
        boolean differ = false;
        for (int i = 0; i < a.length; i++) {
            differ = differ || Float.floatToIntBits(a[i]) != Float.floatToIntBits(b[i]);
        }
        return !differ;
    }

    /** {@return whether two arrays have equal elements} As in {@link java.util.Arrays}. */
    public static boolean equals(double[] a, double[] b) {
        if (a.length != b.length) {
            return false;
        }
        boolean differ = false;
        for (int i = 0; i < a.length; i++) {
            differ = differ || Double.doubleToLongBits(a[i]) != Double.doubleToLongBits(b[i]);
        }
        return !differ;
    }

    /** What {@link java.util.Arrays} checks of a range, in its order, with its texts. */
    static void checkRange(int length, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        }
        if (from < 0) {
            throw new ArrayIndexOutOfBoundsException(from);
        }
        if (to > length) {
            throw new ArrayIndexOutOfBoundsException(to);
        }
    }

    /** Checks two ranges; {@return whether they are of one length} */
    private static boolean areAlike(int length, int from, int to, int otherLength, int otherFrom, int otherTo) {
        checkRange(length, from, to);
        checkRange(otherLength, otherFrom, otherTo);
        return to - from == otherTo - otherFrom;
    }

    /** {@return whether two ranges have equal elements} As in {@link java.util.Arrays}. */
    public static boolean equals(boolean[] a, int aFrom, int aTo, boolean[] b, int bFrom, int bTo) {
        if (!areAlike(a.length, aFrom, aTo, b.length, bFrom, bTo)) {
            return false;
        }
        boolean differ = false;
        for (int i = 0; i < aTo - aFrom; i++) {
            differ = differ || a[aFrom + i] != b[bFrom + i];
        }
        return !differ;
    }

    /** {@return whether two ranges have equal elements} As in {@link java.util.Arrays}. */
    public static boolean equals(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
        if (!areAlike(a.length, aFrom, aTo, b.length, bFrom, bTo)) {
            return false;
        }
        boolean differ = false;
        for (int i = 0; i < aTo - aFrom; i++) {
            differ = differ || a[aFrom + i] != b[bFrom + i];
        }
        return !differ;
    }

    /** {@return whether two ranges have equal elements} As in {@link java.util.Arrays}. */
    public static boolean equals(char[] a, int aFrom, int aTo, char[] b, int bFrom, int bTo) {
        if (!areAlike(a.length, aFrom, aTo, b.length, bFrom, bTo)) {
            return false;
        }
        boolean differ = false;
        for (int i = 0; i < aTo - aFrom; i++) {
            differ = differ || a[aFrom + i] != b[bFrom + i];
        }
        return !differ;
    }

    /** {@return whether two ranges have equal elements} As in {@link java.util.Arrays}. */
    public static boolean equals(short[] a, int aFrom, int aTo, short[] b, int bFrom, int bTo) {
        if (!areAlike(a.length, aFrom, aTo, b.length, bFrom, bTo)) {
            return false;
        }
        boolean differ = false;
        for (int i = 0; i < aTo - aFrom; i++) {
            differ = differ || a[aFrom + i] != b[bFrom + i];
        }
        return !differ;
    }

    /** {@return whether two ranges have equal elements} As in {@link java.util.Arrays}. */
    public static boolean equals(int[] a, int aFrom, int aTo, int[] b, int bFrom, int bTo) {
        if (!areAlike(a.length, aFrom, aTo, b.length, bFrom, bTo)) {
            return false;
        }
        boolean differ = false;
        for (int i = 0; i < aTo - aFrom; i++) {
            differ = differ || a[aFrom + i] != b[bFrom + i];
        }
        return !differ;
    }

    /** {@return whether two ranges have equal elements} As in {@link java.util.Arrays}. */
    public static boolean equals(long[] a, int aFrom, int aTo, long[] b, int bFrom, int bTo) {
        if (!areAlike(a.length, aFrom, aTo, b.length, bFrom, bTo)) {
            return false;
        }
        boolean differ = false;
        for (int i = 0; i < aTo - aFrom; i++) {
            differ = differ || a[aFrom + i] != b[bFrom + i];
        }
        return !differ;
    }

    /** {@return whether two ranges have equal elements} As in {@link java.util.Arrays}. */
    public static boolean equals(float[] a, int aFrom, int aTo, float[] b, int bFrom, int bTo) {
        if (!areAlike(a.length, aFrom, aTo, b.length, bFrom, bTo)) {
            return false;
        }
        boolean differ = false;
        for (int i = 0; i < aTo - aFrom; i++) {
            differ = differ || Float.floatToIntBits(a[aFrom + i]) != Float.floatToIntBits(b[bFrom + i]);
        }
        return !differ;
    }

    /** {@return whether two ranges have equal elements} As in {@link java.util.Arrays}. */
    public static boolean equals(double[] a, int aFrom, int aTo, double[] b, int bFrom, int bTo) {
        if (!areAlike(a.length, aFrom, aTo, b.length, bFrom, bTo)) {
            return false;
        }
        boolean differ = false;
        for (int i = 0; i < aTo - aFrom; i++) {
            differ = differ || Double.doubleToLongBits(a[aFrom + i]) != Double.doubleToLongBits(b[bFrom + i]);
        }
        return !differ;
    }
}
