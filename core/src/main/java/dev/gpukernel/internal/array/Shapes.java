package dev.gpukernel.internal.array;

import dev.gpukernel.diagnostic.Message;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules of shapes, which are NumPy's. */
public final class Shapes {
    private Shapes() {}

    /** {@return a shape as messages write it, such as {@code (2, 3)}} */
    public static String text(int[] shape) {
        return text(Arrays.stream(shape).asLongStream().toArray());
    }

    /** {@return a shape that may be too large for an array} */
    static String text(long[] shape) {
        return Arrays.stream(shape)
                .mapToObj(Long::toString)
                .collect(Collectors.joining(", ", "(", shape.length == 1 ? ",)" : ")"));
    }

    /**
     * Counts the elements of an array.
     *
     * @param shape its shape
     * @return how many elements it has
     * @throws IllegalArgumentException if a size is negative, or there are more elements than an array of Java's has
     */
    public static int size(int... shape) {
        boolean isEmpty = false;
        for (int size : shape) {
            if (size < 0) {
                throw new IllegalArgumentException(Message.SHAPE_NEGATIVE.format(text(shape)));
            }
            isEmpty |= size == 0;
        }
        long count = isEmpty ? 0 : 1;
        for (int size : shape) {
            count *= size;
            if (count > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(Message.SHAPE_TOO_LARGE.format(text(shape), Integer.MAX_VALUE));
            }
        }
        return (int) count;
    }

    /**
     * Finds an axis.
     *
     * @param axis its number, counted from the last if negative
     * @param shape of the array
     * @param axes how many there are to choose from
     * @return its number
     * @throws IllegalArgumentException if there is none
     */
    static int axis(int axis, int[] shape, int axes) {
        int found = axis < 0 ? axis + axes : axis;
        if (found < 0 || found >= axes) {
            throw new IllegalArgumentException(Message.NO_AXIS.format(axis, text(shape), -axes, axes - 1));
        }
        return found;
    }

    /**
     * Finds some axes.
     *
     * @param shape of the array
     * @param axes their numbers, counted from the last if negative
     * @return their numbers, counted from the first
     * @throws IllegalArgumentException if there is none of such a number, or one is named twice
     */
    static Set<Integer> axes(int[] shape, int... axes) {
        Set<Integer> found = new HashSet<>();
        for (int axis : axes) {
            if (!found.add(axis(axis, shape, shape.length))) {
                throw new IllegalArgumentException(Message.NO_PERMUTATION.format(Arrays.toString(axes), text(shape)));
            }
        }
        return found;
    }

    /**
     * {@return whether an axis is one of some}
     *
     * @param shape of the array
     * @param axes numbers of axes, counted from the last if negative; none for all
     * @throws IllegalArgumentException if there is none of such a number
     */
    static boolean isAlong(int axis, int[] shape, int... axes) {
        return axes.length == 0 || Arrays.stream(axes).anyMatch(asked -> axis(asked, shape, shape.length) == axis);
    }

    /**
     * Finds the shape that two arrays have together.
     *
     * @throws IllegalArgumentException if they have none
     */
    static int[] broadcast(int[] first, int[] second) {
        int[] shape = broadcast(
                first,
                second,
                (one, other, axis) -> Message.SHAPES_DIFFER.format(text(first), text(second), one, other, axis));
        size(shape);
        return shape;
    }

    /** Says that two sizes differ. */
    @FunctionalInterface
    interface Mismatch {
        /** {@return the message} The axis is counted from the last, which is -1. */
        String text(int one, int other, int axis);
    }

    /** {@return the sizes that two arrays have together, which may be too many elements} */
    static int[] broadcast(int[] first, int[] second, Mismatch mismatch) {
        int[] shape = new int[Math.max(first.length, second.length)];
        for (int fromLast = 1; fromLast <= shape.length; fromLast++) {
            int one = fromLast <= first.length ? first[first.length - fromLast] : 1;
            int other = fromLast <= second.length ? second[second.length - fromLast] : 1;
            if (one != other && one != 1 && other != 1) {
                throw new IllegalArgumentException(mismatch.text(one, other, -fromLast));
            }
            shape[shape.length - fromLast] = one == 1 ? other : one;
        }
        return shape;
    }

    /**
     * Puts the size in that is left open with -1.
     *
     * @param size how many elements there are
     * @throws IllegalArgumentException if the shape does not have as many
     */
    static int[] complete(int[] from, int size, int[] wanted) {
        int[] shape = wanted.clone();
        int open = -1;
        long known = 1;
        for (int i = 0; i < shape.length; i++) {
            if (shape[i] == -1 && open < 0) {
                open = i;
            } else {
                known = shape[i] < 0 || known > Integer.MAX_VALUE ? Long.MAX_VALUE : known * shape[i];
            }
        }
        if (open >= 0 && known != 0 && size % known == 0) {
            shape[open] = (int) (size / known);
            known *= shape[open];
        } else if (open >= 0) {
            known = -1;
        }
        if (known != size) {
            throw new IllegalArgumentException(Message.NO_RESHAPE.format(text(from), size, text(wanted)));
        }
        return shape;
    }
}
