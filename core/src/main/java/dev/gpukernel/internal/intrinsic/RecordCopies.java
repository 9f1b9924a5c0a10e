package dev.gpukernel.internal.intrinsic;

/** What the front end puts in place of copies of arrays of records, in plain Java, beside the copies of their numbers. */
public final class RecordCopies {
    private RecordCopies() {}

    /** {@return how many elements a copy has of a part} As in {@link java.util.Arrays}. */
    public static int lengthOf(int from, int to) {
        int length = to - from;
        if (length < 0) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        return length;
    }

    /** {@return how many elements are copied} As in {@link java.util.Arrays}. */
    public static int count(int length, int from, int wanted) {
        return Math.min(length - from, wanted);
    }

    /** What {@link System#arraycopy} checks first, in its order; its texts are those of HotSpot. */
    public static void checkCopy(int fromLength, int from, int toLength, int to, int length) {
        if (from < 0) {
            throw new ArrayIndexOutOfBoundsException(
                    "arraycopy: source index " + from + " out of bounds for object array[" + fromLength + "]");
        }
        if (to < 0) {
            throw new ArrayIndexOutOfBoundsException(
                    "arraycopy: destination index " + to + " out of bounds for object array[" + toLength + "]");
        }
        if (length < 0) {
            throw new ArrayIndexOutOfBoundsException("arraycopy: length " + length + " is negative");
        }
        if (from > fromLength - length) {
            long last = (long) from + length;
            throw new ArrayIndexOutOfBoundsException(
                    "arraycopy: last source index " + last + " out of bounds for object array[" + fromLength + "]");
        }
        if (to > toLength - length) {
            long last = (long) to + length;
            throw new ArrayIndexOutOfBoundsException(
                    "arraycopy: last destination index " + last + " out of bounds for object array[" + toLength + "]");
        }
    }

    /**
     * Marks all elements of a clone. Those of the original are read, so that somebody sees to it that none of them is null.
     *
     * @param from the marks of the original
     * @param to the marks of the clone
     */
    @SuppressWarnings("UnusedVariable") // the front end sees that it is read
    public static void mark(byte[] from, byte[] to) {
        for (int i = 0; i < from.length; i++) {
            byte seen = from[i];
            to[i] = 1;
        }
    }

    /**
     * Marks elements of a copy. Those of the original are read, so that somebody sees to it that none of them is null.
     *
     * @param from the marks of the original
     * @param first the first of them
     * @param to the marks of the copy
     * @param at where the first one goes
     * @param count how many
     */
    @SuppressWarnings("UnusedVariable") // the front end sees that it is read
    public static void mark(byte[] from, int first, byte[] to, int at, int count) {
        for (int i = 0; i < count; i++) {
            byte seen = from[first + i];
            to[at + i] = 1;
        }
    }
}
