package dev.gpukernel.internal.ir;

import java.util.Arrays;
import java.util.List;

/** How many dimensions an array has; the elements of arrays of arrays are in one all the same. */
public enum Dimensions {
    /** Elements. */
    ONE(1),
    /** Rows of elements. */
    TWO(2),
    /** Planes of rows. */
    THREE(3),
    /** Volumes of planes. */
    FOUR(4);

    /** So many an array has at most. */
    public static final int MOST = FOUR.count;

    /** So many elements arrays of arrays have at most, all together. */
    public static final int MOST_ELEMENTS = Integer.MAX_VALUE - 8;

    /** What each counts, the innermost last. */
    private static final List<String> COUNTED = List.of("volumes", "planes", "rows", "columns");

    private final int count;

    Dimensions(int count) {
        this.count = count;
    }

    /** {@return the number of them} */
    public int count() {
        return count;
    }

    /** {@return so many, from 1} */
    public static Dimensions of(int count) {
        return Arrays.stream(values())
                .filter(dimensions -> dimensions.count == count)
                .findFirst()
                .orElseThrow();
    }

    /** {@return names of the arrays that say where rows begin, and planes: of all dimensions but the innermost} */
    public static List<String> starts(int dimensions) {
        return counted(dimensions).subList(0, dimensions - 1).stream()
                .map(counted -> counted.substring(0, counted.length() - 1) + "Starts")
                .toList();
    }

    /** {@return what the sizes of so many dimensions count, such as rows and columns} */
    public static List<String> counted(int dimensions) {
        return COUNTED.subList(MOST - dimensions, MOST);
    }
}
