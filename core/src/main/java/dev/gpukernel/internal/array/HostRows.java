package dev.gpukernel.internal.array;

import dev.gpukernel.diagnostic.Message;
import java.lang.reflect.Array;

/** Arrays of arrays of the host's, as one array with a shape. */
public final class HostRows {
    private HostRows() {}

    /**
     * Copies rows.
     *
     * @param rows an array of arrays, or of arrays of arrays, of numbers or booleans
     * @throws IllegalArgumentException if rows differ in length
     */
    public static Expression of(Object[] rows) {
        Object[] flat = rows;
        int[] shape = {rows.length};
        while (flat.getClass().getComponentType().getComponentType().isArray()) {
            shape = appended(shape, length(flat));
            flat = joined(flat, shape[shape.length - 1]);
        }
        int length = length(flat);
        shape = appended(shape, length);
        Class<?> element = flat.getClass().getComponentType().getComponentType();
        Object all = Array.newInstance(element, Shapes.size(shape));
        for (int row = 0; row < flat.length; row++) {
            System.arraycopy(flat[row], 0, all, row * length, length);
        }
        return Expression.of(all, shape);
    }

    private static int[] appended(int[] shape, int size) {
        int[] more = java.util.Arrays.copyOf(shape, shape.length + 1);
        more[shape.length] = size;
        return more;
    }

    private static Object[] joined(Object[] rows, int length) {
        Object[] all = (Object[])
                Array.newInstance(rows.getClass().getComponentType().getComponentType(), rows.length * length);
        for (int row = 0; row < rows.length; row++) {
            System.arraycopy(rows[row], 0, all, row * length, length);
        }
        return all;
    }

    /** {@return the length that all rows have} */
    private static int length(Object[] rows) {
        int length = rows.length == 0 ? 0 : Array.getLength(rows[0]);
        for (int row = 1; row < rows.length; row++) {
            int own = Array.getLength(rows[row]);
            if (own != length) {
                throw new IllegalArgumentException(Message.ROWS_DIFFER.format(row, own, length));
            }
        }
        return length;
    }
}
