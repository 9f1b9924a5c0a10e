package dev.gpukernel.internal.backend;

import dev.gpukernel.diagnostic.Message;
import java.lang.reflect.Array;

/** Arrays of two dimensions and the flat arrays that hold their rows one after another. */
public final class Rows {
    private static final int MOST_ELEMENTS = Integer.MAX_VALUE - 8;

    private Rows() {}

    /** {@return whether a type is an array of arrays of numbers} */
    public static boolean areHeldBy(Class<?> type) {
        return type.isArray()
                && type.componentType().isArray()
                && type.componentType().componentType().isPrimitive();
    }

    /**
     * Counts the elements of all rows.
     *
     * @param what whose rows, for the message
     * @param rows how many
     * @param columns the length of each
     * @throws IllegalArgumentException if there are more than a Java array holds
     */
    public static int count(String what, int rows, int columns) {
        long all = (long) rows * columns;
        if (all > MOST_ELEMENTS) {
            throw new IllegalArgumentException(
                    Message.TOO_MANY_ELEMENTS.format(what, rows, columns, all, MOST_ELEMENTS));
        }
        return (int) all;
    }

    /**
     * Tells how long all rows are.
     *
     * @param rows the rows
     * @return the length of each, -1 if they differ or one is null
     */
    public static int columns(Object[] rows) {
        int columns = rows.length == 0 || rows[0] == null ? -1 : Array.getLength(rows[0]);
        for (Object row : rows) {
            if (row == null || Array.getLength(row) != columns) {
                return -1;
            }
        }
        return rows.length == 0 ? 0 : columns;
    }

    /**
     * Copies rows of one length to a new flat array.
     *
     * @param rows the rows, none of them null
     * @param columns their length
     * @return the flat array
     */
    public static Object pack(Object[] rows, int columns) {
        Class<?> row = rows.getClass().componentType();
        Object flat = Array.newInstance(row.componentType(), rows.length * columns);
        pack(rows, columns, flat);
        return flat;
    }

    /**
     * Copies rows of one length to a flat array.
     *
     * @param rows the rows, none of them null
     * @param columns their length
     * @param flat the flat array
     */
    public static void pack(Object[] rows, int columns, Object flat) {
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(rows[i], 0, flat, i * columns, columns);
        }
    }

    /**
     * Copies elements back to where they came from.
     *
     * @param flat the flat array
     * @param rows the rows
     * @param columns their length
     */
    public static void unpack(Object flat, Object[] rows, int columns) {
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(flat, i * columns, rows[i], 0, columns);
        }
    }

    /**
     * Makes rows of the elements of a flat array.
     *
     * @param type of the array of rows
     * @param flat the flat array
     * @param rows how many
     * @param columns the length of each
     * @return the rows
     */
    public static Object[] of(Class<?> type, Object flat, int rows, int columns) {
        Object[] made = ofZeros(type, rows, columns);
        unpack(flat, made, columns);
        return made;
    }

    /** {@return new rows of zeros} */
    public static Object[] ofZeros(Class<?> type, int rows, int columns) {
        return (Object[]) Array.newInstance(type.componentType().componentType(), rows, columns);
    }
}
