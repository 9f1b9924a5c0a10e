package dev.gpukernel.internal.array;

import java.lang.reflect.Array;

/** Writes arrays as NumPy does: rows in brackets, long axes with their ends alone. */
public final class ArrayText {
    private static final int MOST_SHOWN = 8;
    private static final int ENDS = 3;

    private final Object elements;
    private final int[] shape;
    private final StringBuilder text = new StringBuilder();

    private ArrayText(Object elements, int[] shape) {
        this.elements = elements;
        this.shape = shape;
    }

    /**
     * Writes an array.
     *
     * @param elements its elements, row by row
     * @param shape its shape
     */
    public static String of(Object elements, int[] shape) {
        ArrayText writer = new ArrayText(elements, shape);
        writer.write(0, 0);
        return writer.text.toString();
    }

    private void write(int axis, int place) {
        if (axis == shape.length) {
            text.append(Array.get(elements, place));
            return;
        }
        int row = 1;
        for (int inner = axis + 1; inner < shape.length; inner++) {
            row *= shape[inner];
        }
        boolean isLong = shape[axis] > MOST_SHOWN;
        text.append('[');
        for (int i = 0; i < shape[axis]; i++) {
            if (i > 0) {
                separate(axis);
            }
            if (isLong && i == ENDS) {
                text.append("...");
                i = shape[axis] - ENDS - 1;
                continue;
            }
            write(axis + 1, place + i * row);
        }
        text.append(']');
    }

    private void separate(int axis) {
        if (axis == shape.length - 1) {
            text.append(", ");
        } else {
            text.append(",\n").repeat("\n", shape.length - axis - 2).repeat(" ", axis + 1);
        }
    }
}
