package dev.gpukernel.internal.array;

import dev.gpukernel.diagnostic.Message;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where the elements of an array are in memory: that at indices i is at the offset plus the sum of each index times its stride. Is not
 * changed; arrays that it gives away must not be either.
 *
 * @param shape size along each axis
 * @param offset where the first element is
 * @param strides distance of neighbours along each axis; 0 where all are the same element
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record Layout(int[] shape, int offset, int[] strides) {
    /** {@return elements one after another, those of the last axis next to each other} */
    static Layout contiguous(int... shape) {
        int[] strides = new int[shape.length];
        int stride = 1;
        for (int axis = shape.length - 1; axis >= 0; axis--) {
            strides[axis] = stride;
            stride *= Math.max(1, shape[axis]);
        }
        return new Layout(shape, 0, strides);
    }

    /**
     * {@return parts of what is along the last axes, as one axis}
     *
     * @param shape of all
     * @param kept how many axes stay
     * @param parts how many parts there are
     * @param isOutermost whether those of one part are next to each other, else those of one row of parts
     */
    static Layout inParts(int[] shape, int kept, int parts, boolean isOutermost) {
        int[] sizes = Arrays.copyOf(shape, kept + 1);
        sizes[kept] = parts;
        if (!isOutermost) {
            return contiguous(sizes);
        }
        Layout part = contiguous(Arrays.copyOf(shape, kept));
        int[] strides = Arrays.copyOf(part.strides, kept + 1);
        strides[kept] = Shapes.size(part.shape);
        return new Layout(sizes, 0, strides);
    }

    /** {@return one element everywhere} */
    static Layout same(int... shape) {
        return new Layout(shape, 0, new int[shape.length]);
    }

    /**
     * {@return whether elements along the last axes are next to each other, row by row} Those of several axes also begin at a multiple of how
     * many they are.
     */
    boolean isInRows(int axes) {
        int kept = rank() - axes;
        int size = 1;
        for (int axis = rank() - 1; axis >= kept; axis--) {
            if (shape[axis] != 1 && strides[axis] != size) {
                return false;
            }
            size *= Math.max(1, shape[axis]);
        }
        if (axes == 1) {
            return true;
        }
        boolean isMultiple = offset % size == 0;
        for (int axis = 0; axis < kept; axis++) {
            isMultiple &= strides[axis] % size == 0;
        }
        return isMultiple;
    }

    int rank() {
        return shape.length;
    }

    Layout broadcastTo(int... wanted) {
        int more = wanted.length - rank();
        if (more < 0) {
            throw new IllegalArgumentException(Message.NO_BROADCAST.format(Shapes.text(shape), Shapes.text(wanted)));
        }
        Shapes.size(wanted);
        int[] spread = new int[wanted.length];
        for (int axis = 0; axis < rank(); axis++) {
            if (shape[axis] != wanted[axis + more] && shape[axis] != 1) {
                throw new IllegalArgumentException(
                        Message.NO_BROADCAST.format(Shapes.text(shape), Shapes.text(wanted)));
            }
            spread[axis + more] = shape[axis] == 1 ? 0 : strides[axis];
        }
        return new Layout(wanted.clone(), offset, spread);
    }

    Layout transpose(int... axes) {
        boolean[] seen = new boolean[rank()];
        int[] sizes = new int[rank()];
        int[] moved = new int[rank()];
        for (int i = 0; i < axes.length; i++) {
            int axis = Shapes.axis(axes[i], shape, rank());
            if (axes.length != rank() || seen[axis]) {
                throw new IllegalArgumentException(
                        Message.NO_PERMUTATION.format(Arrays.toString(axes), Shapes.text(shape)));
            }
            seen[axis] = true;
            sizes[i] = shape[axis];
            moved[i] = strides[axis];
        }
        if (axes.length != rank()) {
            throw new IllegalArgumentException(
                    Message.NO_PERMUTATION.format(Arrays.toString(axes), Shapes.text(shape)));
        }
        return new Layout(sizes, offset, moved);
    }

    Layout transpose() {
        int[] axes = new int[rank()];
        Arrays.setAll(axes, i -> axes.length - 1 - i);
        return transpose(axes);
    }

    /**
     * Shows some indices of an axis.
     *
     * @param count how many
     * @param first the first of them
     * @param step from each to the next
     */
    Layout select(int axis, int count, int first, int step) {
        int[] sizes = shape.clone();
        int[] steps = strides.clone();
        sizes[axis] = count;
        steps[axis] = count <= 1 ? 0 : Math.multiplyExact(strides[axis], step);
        return new Layout(sizes, count == 0 ? offset : offset + first * strides[axis], steps);
    }

    Layout without(int axis) {
        return new Layout(removed(shape, axis), offset, removed(strides, axis));
    }

    /**
     * Shows a diagonal of two axes, which are left out, as the last one.
     *
     * @param moved how many columns right of the first one it begins, or rows below if negative
     */
    Layout diagonal(int moved, int row, int column) {
        int firstRow = (int) Math.max(0, -(long) moved);
        int firstColumn = Math.max(0, moved);
        long rows = (long) shape[row] - firstRow;
        long columns = (long) shape[column] - firstColumn;
        int count = (int) Math.max(0, Math.min(rows, columns));
        Layout others = without(Math.max(row, column)).without(Math.min(row, column));
        int first = count == 0 ? offset : offset + firstRow * strides[row] + firstColumn * strides[column];
        int[] sizes = Arrays.copyOf(others.shape, rank() - 1);
        int[] steps = Arrays.copyOf(others.strides, rank() - 1);
        sizes[rank() - 2] = count;
        steps[rank() - 2] = count <= 1 ? 0 : strides[row] + strides[column];
        return new Layout(sizes, first, steps);
    }

    /** {@return what has the same index along two axes of one size, the second of which is left out} */
    Layout diagonal(int axis, int other) {
        Layout last = diagonal(0, axis, other);
        int at = other < axis ? axis - 1 : axis;
        int[] order = new int[last.rank()];
        for (int i = 0; i < order.length; i++) {
            order[i] = i < at ? i : i - 1;
        }
        order[at] = last.rank() - 1;
        return last.transpose(order);
    }

    Layout with(int axis) {
        int[] sizes = inserted(shape, axis);
        sizes[axis] = 1;
        return new Layout(sizes, offset, inserted(strides, axis));
    }

    private static int[] removed(int[] of, int at) {
        int[] fewer = Arrays.copyOf(of, of.length - 1);
        System.arraycopy(of, at + 1, fewer, at, fewer.length - at);
        return fewer;
    }

    private static int[] inserted(int[] of, int at) {
        int[] more = Arrays.copyOf(of, of.length + 1);
        System.arraycopy(of, at, more, at + 1, of.length - at);
        more[at] = 0;
        return more;
    }

    /**
     * {@return the same elements in another shape, {@code null} if strides cannot tell where they are}
     *
     * @param wanted a shape with as many elements
     */
    @Nullable Layout reshape(int... wanted) {
        if (Shapes.size(shape) == 0) {
            return same(wanted);
        }
        int[] fresh = new int[wanted.length];
        int from = 0;
        int to = 0;
        // Axes on both sides in groups with as many elements, of which each must be evenly spaced as a whole.
        while (from < rank() || to < wanted.length) {
            int firstFrom = from;
            int firstTo = to;
            long have = 1;
            long want = 1;
            do {
                if (have <= want && from < rank()) {
                    have *= shape[from++];
                } else {
                    want *= wanted[to++];
                }
            } while (have != want);
            Integer stride = evenStride(firstFrom, from);
            if (stride == null) {
                return null;
            }
            int next = stride;
            for (int axis = to - 1; axis >= firstTo; axis--) {
                fresh[axis] = wanted[axis] == 1 ? 0 : next;
                next *= wanted[axis];
            }
        }
        return new Layout(wanted, offset, fresh);
    }

    /** {@return the distance of neighbours among all elements of some axes, {@code null} if it is not always the same} */
    private @Nullable Integer evenStride(int first, int end) {
        int innermost = -1;
        int last = -1;
        for (int axis = end - 1; axis >= first; axis--) {
            if (shape[axis] == 1) {
                continue;
            }
            if (innermost < 0) {
                innermost = axis;
            } else if (strides[axis] != strides[last] * shape[last]) {
                return null;
            }
            last = axis;
        }
        return innermost < 0 ? 0 : strides[innermost];
    }
}
