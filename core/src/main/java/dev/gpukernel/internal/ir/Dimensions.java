package dev.gpukernel.internal.ir;

import java.util.List;

/** How many dimensions an array has; the elements of arrays of arrays are in one all the same. */
public enum Dimensions {
    /** Elements. */
    ONE,
    /** Rows of elements. */
    TWO,
    /** Planes of rows. */
    THREE,
    /** Volumes of planes. */
    FOUR;

    /** So many an array has at most. */
    public static final int MOST = FOUR.count();

    /** What each counts, the innermost last. */
    private static final List<String> COUNTED = List.of("volumes", "planes", "rows", "columns");

    /** {@return the number of them} */
    public int count() {
        return ordinal() + 1;
    }

    /** {@return so many, from 1} */
    public static Dimensions of(int count) {
        return values()[count - 1];
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
