package dev.gpukernel.internal.intrinsic;

/** What the front end puts in place of copies of arrays of records, in plain Java, beside the copies of their numbers. */
public final class RecordCopies {
    private RecordCopies() {}

    /**
     * Marks as many elements of a copy as an array that was passed has: it is read, so that launches see to it that none of them is null.
     *
     * @param from the marks of the array that was passed
     * @param to the marks of the copy
     */
    @SuppressWarnings("UnusedVariable") // the front end sees that it is read
    public static void mark(byte[] from, byte[] to) {
        for (int i = 0; i < from.length; i++) {
            byte seen = from[i];
            to[i] = 1;
        }
    }
}
