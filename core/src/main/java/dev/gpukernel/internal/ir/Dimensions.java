package dev.gpukernel.internal.ir;

import java.util.List;

/** The dimensions of arrays of arrays, the elements of which are in one array. */
public final class Dimensions {
    /** What each counts, the innermost last. */
    private static final List<String> COUNTED = List.of("volumes", "planes", "rows", "columns");

    /** So many an array has at most. */
    public static final int MOST = COUNTED.size();

    private Dimensions() {}

    /** {@return what the sizes of so many dimensions count, such as rows and columns} */
    public static List<String> counted(int dimensions) {
        return COUNTED.subList(MOST - dimensions, MOST);
    }
}
