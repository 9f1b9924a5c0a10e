package dev.gpukernel.internal.analysis;

/**
 * Elements of an array that follow one another.
 *
 * @param from index of the first
 * @param to index after the last; {@code from} if there are none
 */
public record Elements(long from, long to) {
    /** None. */
    public static final Elements NONE = new Elements(0, 0);

    /** {@return whether there are none} */
    public boolean isEmpty() {
        return from == to;
    }

    /** {@return how many there are} */
    public long count() {
        return to - from;
    }

    /** {@return whether some element is in both} */
    public boolean meets(Elements other) {
        return from < other.to && other.from < to;
    }

    /** {@return the fewest elements that follow one another and are all of both} */
    public Elements union(Elements other) {
        return isEmpty()
                ? other
                : other.isEmpty() ? this : new Elements(Math.min(from, other.from), Math.max(to, other.to));
    }
}
