package dev.gpukernel.internal.intrinsic;

/**
 * Methods of the JDK that make arrays, in plain Java: the front end translates these in place of the JDK's own bytecode. Each has the
 * name of the JDK's method and does what that does, exceptions and their texts included. The loops are parallel ones where the kernel
 * calls them outside of its own.
 */
public final class JdkCopies {
    private JdkCopies() {}

    /** What {@link System#arraycopy} checks of what it copies to the beginning of an array that has room; its texts are those of HotSpot. */
    private static void checkCopy(String type, int fromLength, int from, int length) {
        if (from < 0) {
            throw new ArrayIndexOutOfBoundsException(
                    "arraycopy: source index " + from + " out of bounds for " + type + "[" + fromLength + "]");
        }
        if (length < 0) {
            throw new ArrayIndexOutOfBoundsException("arraycopy: length " + length + " is negative");
        }
    }

    private static int lengthOf(int from, int to) {
        int length = to - from;
        if (length < 0) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        return length;
    }

    /** {@return a copy} As of an array. */
    public static boolean[] clone(boolean[] source) {
        boolean[] copy = new boolean[source.length];
        for (int i = 0; i < source.length; i++) {
            copy[i] = source[i];
        }
        return copy;
    }

    /** {@return a copy} As of an array. */
    public static byte[] clone(byte[] source) {
        byte[] copy = new byte[source.length];
        for (int i = 0; i < source.length; i++) {
            copy[i] = source[i];
        }
        return copy;
    }

    /** {@return a copy} As of an array. */
    public static char[] clone(char[] source) {
        char[] copy = new char[source.length];
        for (int i = 0; i < source.length; i++) {
            copy[i] = source[i];
        }
        return copy;
    }

    /** {@return a copy} As of an array. */
    public static short[] clone(short[] source) {
        short[] copy = new short[source.length];
        for (int i = 0; i < source.length; i++) {
            copy[i] = source[i];
        }
        return copy;
    }

    /** {@return a copy} As of an array. */
    public static int[] clone(int[] source) {
        int[] copy = new int[source.length];
        for (int i = 0; i < source.length; i++) {
            copy[i] = source[i];
        }
        return copy;
    }

    /** {@return a copy} As of an array. */
    public static long[] clone(long[] source) {
        long[] copy = new long[source.length];
        for (int i = 0; i < source.length; i++) {
            copy[i] = source[i];
        }
        return copy;
    }

    /** {@return a copy} As of an array. */
    public static float[] clone(float[] source) {
        float[] copy = new float[source.length];
        for (int i = 0; i < source.length; i++) {
            copy[i] = source[i];
        }
        return copy;
    }

    /** {@return a copy} As of an array. */
    public static double[] clone(double[] source) {
        double[] copy = new double[source.length];
        for (int i = 0; i < source.length; i++) {
            copy[i] = source[i];
        }
        return copy;
    }

    /** {@return a copy of a length} As in {@link java.util.Arrays}. */
    public static boolean[] copyOf(boolean[] source, int length) {
        boolean[] copy = new boolean[length];
        int count = Math.min(source.length, length);
        for (int i = 0; i < count; i++) {
            copy[i] = source[i];
        }
        return copy;
    }

    /** {@return a copy of a length} As in {@link java.util.Arrays}. */
    public static byte[] copyOf(byte[] source, int length) {
        byte[] copy = new byte[length];
        int count = Math.min(source.length, length);
        for (int i = 0; i < count; i++) {
            copy[i] = source[i];
        }
        return copy;
    }

    /** {@return a copy of a length} As in {@link java.util.Arrays}. */
    public static char[] copyOf(char[] source, int length) {
        char[] copy = new char[length];
        int count = Math.min(source.length, length);
        for (int i = 0; i < count; i++) {
            copy[i] = source[i];
        }
        return copy;
    }

    /** {@return a copy of a length} As in {@link java.util.Arrays}. */
    public static short[] copyOf(short[] source, int length) {
        short[] copy = new short[length];
        int count = Math.min(source.length, length);
        for (int i = 0; i < count; i++) {
            copy[i] = source[i];
        }
        return copy;
    }

    /** {@return a copy of a length} As in {@link java.util.Arrays}. */
    public static int[] copyOf(int[] source, int length) {
        int[] copy = new int[length];
        int count = Math.min(source.length, length);
        for (int i = 0; i < count; i++) {
            copy[i] = source[i];
        }
        return copy;
    }

    /** {@return a copy of a length} As in {@link java.util.Arrays}. */
    public static long[] copyOf(long[] source, int length) {
        long[] copy = new long[length];
        int count = Math.min(source.length, length);
        for (int i = 0; i < count; i++) {
            copy[i] = source[i];
        }
        return copy;
    }

    /** {@return a copy of a length} As in {@link java.util.Arrays}. */
    public static float[] copyOf(float[] source, int length) {
        float[] copy = new float[length];
        int count = Math.min(source.length, length);
        for (int i = 0; i < count; i++) {
            copy[i] = source[i];
        }
        return copy;
    }

    /** {@return a copy of a length} As in {@link java.util.Arrays}. */
    public static double[] copyOf(double[] source, int length) {
        double[] copy = new double[length];
        int count = Math.min(source.length, length);
        for (int i = 0; i < count; i++) {
            copy[i] = source[i];
        }
        return copy;
    }

    /** {@return a copy of a part} As in {@link java.util.Arrays}. */
    public static boolean[] copyOfRange(boolean[] source, int from, int to) {
        boolean[] copy = new boolean[lengthOf(from, to)];
        int count = Math.min(source.length - from, copy.length);
        checkCopy("boolean", source.length, from, count);
        for (int i = 0; i < count; i++) {
            copy[i] = source[from + i];
        }
        return copy;
    }

    /** {@return a copy of a part} As in {@link java.util.Arrays}. */
    public static byte[] copyOfRange(byte[] source, int from, int to) {
        byte[] copy = new byte[lengthOf(from, to)];
        int count = Math.min(source.length - from, copy.length);
        checkCopy("byte", source.length, from, count);
        for (int i = 0; i < count; i++) {
            copy[i] = source[from + i];
        }
        return copy;
    }

    /** {@return a copy of a part} As in {@link java.util.Arrays}. */
    public static char[] copyOfRange(char[] source, int from, int to) {
        char[] copy = new char[lengthOf(from, to)];
        int count = Math.min(source.length - from, copy.length);
        checkCopy("char", source.length, from, count);
        for (int i = 0; i < count; i++) {
            copy[i] = source[from + i];
        }
        return copy;
    }

    /** {@return a copy of a part} As in {@link java.util.Arrays}. */
    public static short[] copyOfRange(short[] source, int from, int to) {
        short[] copy = new short[lengthOf(from, to)];
        int count = Math.min(source.length - from, copy.length);
        checkCopy("short", source.length, from, count);
        for (int i = 0; i < count; i++) {
            copy[i] = source[from + i];
        }
        return copy;
    }

    /** {@return a copy of a part} As in {@link java.util.Arrays}. */
    public static int[] copyOfRange(int[] source, int from, int to) {
        int[] copy = new int[lengthOf(from, to)];
        int count = Math.min(source.length - from, copy.length);
        checkCopy("int", source.length, from, count);
        for (int i = 0; i < count; i++) {
            copy[i] = source[from + i];
        }
        return copy;
    }

    /** {@return a copy of a part} As in {@link java.util.Arrays}. */
    public static long[] copyOfRange(long[] source, int from, int to) {
        long[] copy = new long[lengthOf(from, to)];
        int count = Math.min(source.length - from, copy.length);
        checkCopy("long", source.length, from, count);
        for (int i = 0; i < count; i++) {
            copy[i] = source[from + i];
        }
        return copy;
    }

    /** {@return a copy of a part} As in {@link java.util.Arrays}. */
    public static float[] copyOfRange(float[] source, int from, int to) {
        float[] copy = new float[lengthOf(from, to)];
        int count = Math.min(source.length - from, copy.length);
        checkCopy("float", source.length, from, count);
        for (int i = 0; i < count; i++) {
            copy[i] = source[from + i];
        }
        return copy;
    }

    /** {@return a copy of a part} As in {@link java.util.Arrays}. */
    public static double[] copyOfRange(double[] source, int from, int to) {
        double[] copy = new double[lengthOf(from, to)];
        int count = Math.min(source.length - from, copy.length);
        checkCopy("double", source.length, from, count);
        for (int i = 0; i < count; i++) {
            copy[i] = source[from + i];
        }
        return copy;
    }
}
