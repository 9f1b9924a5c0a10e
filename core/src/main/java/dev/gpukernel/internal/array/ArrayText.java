package dev.gpukernel.internal.array;

import java.lang.reflect.Array;

/**
 * Writes arrays in the layout of NumPy's {@code array2string} with commas: rows in brackets, numbers of one width with their points below each
 * other, lines of at most 75 characters, and of arrays with more than 1,000 elements the ends of each axis alone. What stands for an element is
 * Java's text.
 */
public final class ArrayText {
    private static final int MOST_ELEMENTS = 1000;
    private static final int ENDS = 3;
    private static final int LINE = 75;
    private static final String SUMMARY = "...";

    private final Object elements;
    private final int[] shape;
    private final boolean isSummarised;

    /** Most characters up to the point of a number, and from it on. */
    private int before;

    private int behind;

    /** Most characters of what has no point, such as {@code NaN}. */
    private int pointless;

    private ArrayText(Object elements, int[] shape) {
        this.elements = elements;
        this.shape = shape;
        this.isSummarised = Shapes.size(shape) > MOST_ELEMENTS;
        measure(0, 0);
        before = Math.max(before, pointless - behind);
    }

    /**
     * Writes an array.
     *
     * @param elements its elements, row by row
     * @param shape its shape
     */
    public static String of(Object elements, int[] shape) {
        if (shape.length == 0) {
            return String.valueOf(Array.get(elements, 0));
        }
        return Shapes.size(shape) == 0 ? "[]" : new ArrayText(elements, shape).write(0, 0, " ", LINE);
    }

    /** {@return how many indices of each end of an axis are shown, all of them at the first if there is no other} */
    private int ends(int axis) {
        return isSummarised && shape[axis] > 2 * ENDS ? ENDS : shape[axis];
    }

    private int row(int axis) {
        int row = 1;
        for (int inner = axis + 1; inner < shape.length; inner++) {
            row *= shape[inner];
        }
        return row;
    }

    private void measure(int axis, int place) {
        if (axis == shape.length) {
            String text = String.valueOf(Array.get(elements, place));
            int point = text.indexOf('.');
            if (point < 0) {
                pointless = Math.max(pointless, text.length());
            } else {
                before = Math.max(before, point);
                behind = Math.max(behind, text.length() - point);
            }
            return;
        }
        int ends = ends(axis);
        for (int i = 0; i < shape[axis]; i = i == ends - 1 ? Math.max(ends, shape[axis] - ends) : i + 1) {
            measure(axis + 1, place + i * row(axis));
        }
    }

    private String element(int place) {
        Object element = Array.get(elements, place);
        String text = String.valueOf(element);
        int point = text.indexOf('.');
        if (element instanceof Character) {
            return text;
        }
        if (point < 0) {
            // NumPy leaves room for a sign before conditions.
            int width = element instanceof Boolean ? "false".length() : before + behind;
            return " ".repeat(width - text.length()) + text;
        }
        return " ".repeat(before - point) + text + " ".repeat(behind - (text.length() - point));
    }

    /**
     * Writes what is at an index of the axes before.
     *
     * @param indent what stands before the elements in lines but the first
     * @param width characters of a line
     */
    private String write(int axis, int place, String indent, int width) {
        if (axis == shape.length) {
            return element(place);
        }
        boolean isLast = axis == shape.length - 1;
        int ends = ends(axis);
        String separator = isLast ? ", " : "," + "\n".repeat(shape.length - 1 - axis);
        StringBuilder text = new StringBuilder();
        StringBuilder line = new StringBuilder(indent);
        for (int i = 0; i < shape[axis]; i++) {
            boolean isLeftOut = i == ends && i < shape[axis] - ends;
            String word = isLeftOut ? SUMMARY : write(axis + 1, place + i * row(axis), indent + " ", width - 1);
            // A comma or bracket follows.
            if (isLast && line.length() + word.length() > width - 1 && line.length() > indent.length()) {
                text.append(line.toString().stripTrailing()).append('\n');
                line.setLength(0);
                line.append(indent);
            }
            line.append(word);
            if (isLeftOut) {
                i = shape[axis] - ends - 1;
            }
            if (i < shape[axis] - 1) {
                line.append(separator);
                if (!isLast) {
                    line.append(indent);
                }
            }
        }
        text.append(line);
        return "[" + text.substring(indent.length()) + "]";
    }
}
