package dev.gpukernel.internal.backend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.Dimensions;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of two to four dimensions and the flat arrays that hold their rows one after another. Sizes are those of each dimension, the
 * outermost first; behind one that is 0, all are.
 */
public final class Rows {
    /** Of so many arrays, several threads ask for the lengths, each for those of a block at a time: each is a cache miss. */
    private static final int MANY = 1 << 15;

    private static final int BLOCK = 1 << 12;

    private Rows() {}

    /** {@return whether a type is an array of arrays of numbers, of at most {@link Dimensions#MOST} dimensions} */
    public static boolean areHeldBy(Class<?> type) {
        int dimensions = dimensions(type);
        return dimensions > 1
                && dimensions <= Dimensions.MOST
                && innermost(type).isPrimitive();
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
            if (all > Dimensions.MOST_ELEMENTS) {
                String shape = IntStream.of(sizes).mapToObj(Integer::toString).collect(Collectors.joining(" x "));
                throw new IllegalArgumentException(
                        Message.TOO_MANY_ELEMENTS.format(what, shape, Dimensions.MOST_ELEMENTS));
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
            first = i + 1 < sizes.length && sizes[i] > 0 ? Array.get(first, 0) : null;
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
    public record Odd(String indices, @Nullable Object array, int size) {
        private Odd in(int index) {
            return new Odd(indices.isEmpty() ? "" + index : index + ", " + indices, array, size);
        }
    }

    /** {@return the first array in an array that is null or not as long as it must be, null if all are} */
    public static @Nullable Odd odd(@Nullable Object[] array, int[] sizes) {
        return odd(array, 0, sizes);
    }

    private static @Nullable Odd odd(@Nullable Object array, int dimension, int[] sizes) {
        if (!is(array, sizes[dimension])) {
            return new Odd("", array, sizes[dimension]);
        }
        if (!(array instanceof @Nullable Object[] parts)) {
            return null;
        }
        if (parts.length < MANY) {
            return odd(parts, 0, parts.length, dimension + 1, sizes);
        }
        return IntStream.range(0, Math.ceilDiv(parts.length, BLOCK))
                .parallel()
                .mapToObj(block ->
                        odd(parts, block * BLOCK, Math.min(parts.length, (block + 1) * BLOCK), dimension + 1, sizes))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static boolean is(@Nullable Object array, int size) {
        return array != null && Array.getLength(array) == size;
    }

    /** {@return the first of some arrays in an array that is not as it must be} */
    private static @Nullable Odd odd(@Nullable Object[] parts, int begin, int end, int dimension, int[] sizes) {
        int i = begin;
        while (i < end && dimension == sizes.length - 1 && is(parts[i], sizes[dimension])) {
            i++;
        }
        for (; i < end; i++) {
            Odd odd = odd(parts[i], dimension, sizes);
            if (odd != null) {
                return odd.in(i);
            }
        }
        return null;
    }

    /** {@return the first array in an array that is null or not as long as {@link #starts} say, null if all are} */
    public static @Nullable Odd odd(@Nullable Object[] array, int[][] starts) {
        return odd(array, 0, 0, starts);
    }

    private static @Nullable Odd odd(@Nullable Object[] parts, int depth, int first, int[][] starts) {
        for (int i = 0; i < parts.length; i++) {
            int begin = starts[depth][first + i];
            int size = starts[depth][first + i + 1] - begin;
            Object part = parts[i];
            if (!is(part, size)) {
                return new Odd("" + i, part, size);
            }
            Odd odd = part instanceof @Nullable Object[] inner ? odd(inner, depth + 1, begin, starts) : null;
            if (odd != null) {
                return odd.in(i);
            }
        }
        return null;
    }

    /** {@return the indices of the first array in an array that is null, null if none is} */
    public static @Nullable String nullIn(@Nullable Object[] array) {
        for (int i = 0; i < array.length; i++) {
            Object part = array[i];
            if (part == null) {
                return "" + i;
            }
            String inner = part.getClass().componentType().isArray() ? nullIn((@Nullable Object[]) part) : null;
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

    /** {@return a copy of all but the rows, into which nobody else puts other arrays} */
    public static Object[] copy(Object[] array) {
        Object[] copy = array.clone();
        if (dimensions(array.getClass()) > 2) {
            Arrays.setAll(copy, i -> copy[i] instanceof Object[] inner ? copy(inner) : copy[i]);
        }
        return copy;
    }

    /** {@return all rows of an array, in order, none of whose arrays is null} */
    public static Object[] in(Object[] array) {
        return dimensions(array.getClass()) == 2
                ? array
                : Arrays.stream(array)
                        .flatMap(part -> Arrays.stream(in((Object[]) part)))
                        .toArray();
    }

    /** {@return the array with a number among all that so many indices lead to} */
    public static Object row(Object[] array, int depth, int number) {
        if (depth == 1) {
            return array[number];
        }
        int index = 0;
        int rest = number;
        for (int count = count(array[0], depth - 1); rest >= count; count = count(array[index], depth - 1)) {
            rest -= count;
            index++;
        }
        return row((Object[]) array[index], depth - 1, rest);
    }

    /** {@return how many arrays so many indices lead to} */
    private static int count(Object array, int depth) {
        Object[] parts = (Object[]) array;
        return depth == 1
                ? parts.length
                : Arrays.stream(parts).mapToInt(part -> count(part, depth - 1)).sum();
    }

    /** {@return the indices that lead to an array in an array, from the outermost on; null if it is not there} */
    @SuppressWarnings("ReferenceEquality") // the very same array, not an equal one
    public static int @Nullable [] find(Object row, @Nullable Object[] array) {
        for (int i = 0; i < array.length; i++) {
            if (array[i] == row) {
                return new int[] {i};
            }
            int[] inner = array[i] instanceof Object[] parts ? find(row, parts) : null;
            if (inner != null) {
                int[] indices = new int[inner.length + 1];
                indices[0] = i;
                System.arraycopy(inner, 0, indices, 1, inner.length);
                return indices;
            }
        }
        return null;
    }

    /**
     * Tells where rows of any lengths begin.
     *
     * @param what whose rows, for the message
     * @param array an array of arrays, none of them null
     * @return of each dimension but the innermost, where what each array holds begins among all, and where the last one's ends
     * @throws IllegalArgumentException if there are more elements than a Java array holds
     */
    public static int[][] starts(String what, Object[] array) {
        int[][] starts = new int[dimensions(array.getClass()) - 1][];
        Object[] arrays = array;
        for (int i = 0; i < starts.length; i++) {
            starts[i] = new int[arrays.length + 1];
            long all = 0;
            for (int k = 0; k < arrays.length; k++) {
                all += Array.getLength(arrays[k]);
                if (all > Dimensions.MOST_ELEMENTS) {
                    throw new IllegalArgumentException(
                            Message.TOO_MANY_ELEMENTS.format(what, all, Dimensions.MOST_ELEMENTS));
                }
                starts[i][k + 1] = (int) all;
            }
            if (i + 1 < starts.length) {
                arrays = Arrays.stream(arrays)
                        .flatMap(inner -> Arrays.stream((Object[]) inner))
                        .toArray();
            }
        }
        return starts;
    }

    /** {@return where rows begin that all have one length, as {@link #starts} says of others} */
    public static int[][] starts(int[] sizes) {
        int[][] starts = new int[sizes.length - 1][];
        int arrays = sizes[0];
        for (int i = 0; i < starts.length; i++) {
            int size = sizes[i + 1];
            starts[i] = new int[arrays + 1];
            arrays = count("an array of arrays", Arrays.copyOf(sizes, i + 2));
            Arrays.setAll(starts[i], k -> k * size);
        }
        return starts;
    }

    /** {@return what {@link #starts} says of some of the outermost arrays, the last one not included} */
    public static int[][] part(int[][] starts, int from, int to) {
        int[][] part = new int[starts.length][];
        int first = from;
        int end = to;
        for (int i = 0; i < starts.length; i++) {
            int[] own = Arrays.copyOfRange(starts[i], first, end + 1);
            first = own[0];
            end = own[own.length - 1];
            for (int k = 0; k < own.length; k++) {
                own[k] -= first;
            }
            part[i] = own;
        }
        return part;
    }

    /** {@return the index of the first element of an outermost array, or where the last one ends} */
    public static int start(int[][] starts, int array) {
        int start = array;
        for (int[] inner : starts) {
            start = inner[start];
        }
        return start;
    }

    /** {@return how many elements a row has, or an array of arrays none of which is null} */
    public static long elements(Object array) {
        return array instanceof Object[] arrays
                ? Arrays.stream(arrays).mapToLong(Rows::elements).sum()
                : Array.getLength(array);
    }

    /**
     * Copies rows to a new flat array.
     *
     * @param array an array of arrays, none of them null
     * @return the flat array
     */
    public static Object pack(Object[] array) {
        return new RowArray(copy(array), false).flat();
    }

    /** Copies rows to a flat array. */
    public static void pack(Object[] array, Object flat) {
        RowArray rows = new RowArray(copy(array), false);
        rows.read(0, flat, 0, Math.toIntExact(rows.length()));
    }

    /** Copies the elements of a flat array to rows. */
    public static void unpack(Object flat, Object[] array) {
        RowArray rows = new RowArray(copy(array), false);
        rows.write(0, flat, 0, Math.toIntExact(rows.length()));
    }

    /**
     * Makes an array of arrays of the elements of a flat array.
     *
     * @param type its type
     * @param flat the flat array
     * @param shape the size of each dimension, or that of the outermost and what {@link #starts} gives
     * @return the array
     */
    public static Object[] of(Class<?> type, Object flat, Object... shape) {
        Object[] made = zeros(type, shape);
        unpack(flat, made);
        return made;
    }

    /** {@return an array of arrays of zeros, of a type and of a shape as {@link #of} takes it} */
    public static Object[] zeros(Class<?> type, Object... shape) {
        return (Object[]) make(type, shape, 0, 0);
    }

    /** {@return an array of zeros: the one with a number among all that so many indices lead to, where rows are of several lengths} */
    private static Object make(Class<?> type, Object[] shape, int depth, int number) {
        int first = shape[depth] instanceof int[] starts ? starts[number] : 0;
        int length = shape[depth] instanceof int[] starts ? starts[number + 1] - first : (Integer) shape[depth];
        Object made = Array.newInstance(type.componentType(), length);
        if (made instanceof Object[] arrays) {
            Arrays.setAll(arrays, i -> make(type.componentType(), shape, depth + 1, first + i));
        }
        return made;
    }
}
