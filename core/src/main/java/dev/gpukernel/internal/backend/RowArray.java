package dev.gpukernel.internal.backend;

import dev.gpukernel.internal.ir.ElementType;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A host array whose elements lie in the rows of an array of arrays, one row after another, where devices copy them from and to. It keeps
 * the rows that there were when it was made.
 */
public final class RowArray implements ForeignArray {
    private final Object[] rows;
    private final ElementType element;
    private final int length;

    /** The length of each row, if {@link #starts} is null. */
    private final int width;

    /** Where each row begins and the last one ends, null if all have the same length. */
    private final int @Nullable [] starts;

    /** What is done with neighbouring elements of a row. */
    public interface Range {
        /**
         * Is told of them.
         *
         * @param row an array of primitives
         * @param from the first of them there
         * @param count how many, at least 1
         * @param at how many there were before in other rows
         */
        void visit(Object row, int from, int count, int at);
    }

    /**
     * Takes the rows of an array.
     *
     * @param array an array of arrays, none of them null, with no more elements than a Java array holds, which nobody changes any more
     * @param areEven whether all rows are known to have one length, so that nobody need ask a million of them
     */
    public RowArray(Object[] array, boolean areEven) {
        rows = Rows.in(array);
        element = Objects.requireNonNull(ElementType.ofArray(Rows.row(array.getClass())));
        width = rows.length == 0 ? 0 : Array.getLength(rows[0]);
        starts = areEven || Arrays.stream(rows).allMatch(row -> Array.getLength(row) == width) ? null : starts(rows);
        length = start(rows.length);
    }

    private static int[] starts(Object[] rows) {
        int[] starts = new int[rows.length + 1];
        for (int i = 0; i < rows.length; i++) {
            starts[i + 1] = Math.addExact(starts[i], Array.getLength(rows[i]));
        }
        return starts;
    }

    private int start(int row) {
        return starts == null ? Math.multiplyExact(row, width) : starts[row];
    }

    /** {@return the row that an element is in, or an empty one right before it} */
    private int row(int index) {
        if (starts == null) {
            return index / width;
        }
        int found = Arrays.binarySearch(starts, index);
        return found >= 0 ? found : -found - 2;
    }

    /** {@return the rows; they are this object's own list, which nobody changes} */
    public Object[] rows() {
        return rows;
    }

    @Override
    public ElementType element() {
        return element;
    }

    @Override
    public long length() {
        return length;
    }

    /** Goes through some elements, row by row. */
    public void forEach(int from, int count, Range range) {
        Objects.checkFromIndexSize(from, count, length);
        int done = 0;
        for (int row = count == 0 ? 0 : row(from); done < count; row++) {
            int column = from + done - start(row);
            int here = Math.min(count - done, start(row + 1) - start(row) - column);
            if (here > 0) {
                range.visit(rows[row], column, here, done);
                done += here;
            }
        }
    }

    /**
     * Lets rows that have changed places be where they belong: the elements of each go to its own array.
     *
     * @param places for each row, the place at which the array was that its elements belong to; each place once
     * @return the rows in their new order
     */
    public Object[] move(int[] places) {
        Object[] moved = new Object[rows.length];
        int[] from = new int[rows.length];
        for (int i = 0; i < places.length; i++) {
            moved[i] = rows[places[i]];
            from[places[i]] = i;
        }
        for (int i = 0; i < from.length; i++) {
            // Goes round once; what is done is where it belongs.
            if (from[i] != i) {
                Object first = copyOf(rows[i]);
                int to = i;
                while (from[to] != i) {
                    int next = from[to];
                    copy(rows[next], rows[to]);
                    from[to] = to;
                    to = next;
                }
                copy(first, rows[to]);
                from[to] = to;
            }
        }
        return moved;
    }

    private static Object copyOf(Object row) {
        Object copy = Array.newInstance(row.getClass().componentType(), Array.getLength(row));
        copy(row, copy);
        return copy;
    }

    @SuppressWarnings("SuspiciousSystemArraycopy") // two rows of one array
    private static void copy(Object from, Object to) {
        System.arraycopy(from, 0, to, 0, Array.getLength(from));
    }

    @Override
    public void read(long from, Object array, int to, int count) {
        forEach(
                Math.toIntExact(from),
                count,
                (row, column, here, at) -> System.arraycopy(row, column, array, to + at, here));
    }

    @Override
    public void write(long to, Object array, int from, int count) {
        forEach(
                Math.toIntExact(to),
                count,
                (row, column, here, at) -> System.arraycopy(array, from + at, row, column, here));
    }

    /** {@return a new array of all elements} */
    public Object flat() {
        Object flat = Array.newInstance(element.arrayClass().componentType(), length);
        read(0, flat, 0, length);
        return flat;
    }
}
