package dev.gpukernel.internal.backend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.Dimensions;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of two to four dimensions and the flat arrays that hold their rows one after another. Sizes are those of each dimension, the
 * outermost first; behind one that is 0, all are.
 */
public final class Rows {
    private static final int MOST_ELEMENTS = Integer.MAX_VALUE - 8;

    private Rows() {}

    /** {@return whether a type is an array of arrays of numbers, of at most {@link Dimensions#MOST} dimensions} */
    public static boolean areHeldBy(Class<?> type) {
        int dimensions = dimensions(type);
        return dimensions > 1 && dimensions <= Dimensions.MOST && innermost(type).isPrimitive();
    }

    /** {@return how many dimensions a type has, 0 if it is no array} */
    public static int dimensions(Class<?> type) {
        int dimensions = 0;
        for (Class<?> inner = type; inner.isArray(); inner = inner.componentType()) {
            dimensions++;
        }
        return dimensions;
    }

    /** {@return the type of a row, and of the flat array of all elements} */
    public static Class<?> row(Class<?> type) {
        return innermost(type).arrayType();
    }

    private static Class<?> innermost(Class<?> type) {
        Class<?> inner = type;
        while (inner.isArray()) {
            inner = inner.componentType();
        }
        return inner;
    }

    /**
     * Counts the elements of all rows.
     *
     * @param what whose rows, for the message
     * @param sizes of each dimension
     * @throws IllegalArgumentException if there are more than a Java array holds
     */
    public static int count(String what, int... sizes) {
        // Of sizes one of which is 0 there is nothing to multiply.
        long all = Arrays.stream(sizes).anyMatch(size -> size == 0) ? 0 : 1;
        for (int i = 0; i < sizes.length && all > 0; i++) {
            all = Math.multiplyHigh(all, sizes[i]) == 0 ? all * sizes[i] : Long.MAX_VALUE;
            if (all > MOST_ELEMENTS) {
                String shape = IntStream.of(sizes).mapToObj(Integer::toString).collect(Collectors.joining(" x "));
                throw new IllegalArgumentException(Message.TOO_MANY_ELEMENTS.format(what, shape, MOST_ELEMENTS));
            }
        }
        return (int) all;
    }

    /**
     * Tells the sizes of an array.
     *
     * @param array an array of arrays
     * @return the size of each dimension, null if arrays of one dimension differ in length or one is null
     */
    public static int @Nullable [] sizes(Object[] array) {
        int[] sizes = firstSizes(array);
        return odd(array, sizes) == null ? sizes : null;
    }

    /** {@return the size of each dimension, as the first array of each says} */
    public static int[] firstSizes(@Nullable Object[] array) {
        int[] sizes = new int[dimensions(array.getClass())];
        @Nullable Object first = array;
        for (int i = 0; i < sizes.length && first != null; i++) {
            sizes[i] = Array.getLength(first);
            first = first instanceof @Nullable Object[] inner && inner.length > 0 ? inner[0] : null;
        }
        return sizes;
    }

    /**
     * An array in an array of arrays that is not as it must be.
     *
     * @param indices its place, such as {@code 3}, or {@code 1, 3} of an array in an array
     * @param array it, null if it is null
     * @param size what its length must be
     */
    public record Odd(
            String indices, @Nullable Object array, int size) {
        private Odd in(int index) {
            return new Odd(indices.isEmpty() ? "" + index : index + ", " + indices, array, size);
        }
    }

    /** {@return the first array in an array that is null or not as long as it must be, null if all are} */
    public static @Nullable Odd odd(@Nullable Object[] array, int[] sizes) {
        return odd(array, 0, sizes);
    }

    private static @Nullable Odd odd(@Nullable Object array, int dimension, int[] sizes) {
        if (array == null || Array.getLength(array) != sizes[dimension]) {
            return new Odd("", array, sizes[dimension]);
        }
        if (array instanceof @Nullable Object[] inner) {
            for (int i = 0; i < inner.length; i++) {
                Odd odd = odd(inner[i], dimension + 1, sizes);
                if (odd != null) {
                    return odd.in(i);
                }
            }
        }
        return null;
    }

    /** {@return the indices of the first array in an array that is null, null if none is} */
    public static @Nullable String nullIn(@Nullable Object[] array) {
        for (int i = 0; i < array.length; i++) {
            if (array[i] == null) {
                return "" + i;
            }
            String inner = array[i] instanceof @Nullable Object[] part ? nullIn(part) : null;
            if (inner != null) {
                return i + ", " + inner;
            }
        }
        return null;
    }

    /** {@return the type of arrays of so many dimensions, of those of one} */
    public static Class<?> type(Class<?> row, int dimensions) {
        return dimensions == 1 ? row : type(row.arrayType(), dimensions - 1);
    }

    /** {@return all rows of an array, in order, none of whose arrays is null} */
    public static Object[] in(Object[] array) {
        return dimensions(array.getClass()) == 2
                ? array.clone()
                : Arrays.stream(array)
                        .flatMap(part -> Arrays.stream(in((Object[]) part)))
                        .toArray();
    }

    private static int columns(Object[] rows) {
        return rows.length == 0 ? 0 : Array.getLength(rows[0]);
    }

    /**
     * Copies rows of one length to a new flat array.
     *
     * @param array an array of arrays, none of them null
     * @return the flat array
     */
    public static Object pack(Object[] array) {
        Object[] rows = in(array);
        Object flat = Array.newInstance(innermost(array.getClass()), rows.length * columns(rows));
        pack(rows, columns(rows), flat);
        return flat;
    }

    /** Copies rows of one length to a flat array. */
    public static void packInto(Object[] array, Object flat) {
        Object[] rows = in(array);
        pack(rows, columns(rows), flat);
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
     * Makes an array of arrays of the elements of a flat array.
     *
     * @param flat the flat array
     * @param sizes of each dimension
     * @return the array
     */
    public static Object[] of(Object flat, int... sizes) {
        Object[] made = (Object[]) Array.newInstance(flat.getClass().componentType(), sizes);
        unpackInto(flat, made);
        return made;
    }

    /** Copies elements of a flat array to an array of arrays, whose rows are of one length. */
    public static void unpackInto(Object flat, Object[] array) {
        Object[] rows = in(array);
        unpack(flat, rows, columns(rows));
    }
}
