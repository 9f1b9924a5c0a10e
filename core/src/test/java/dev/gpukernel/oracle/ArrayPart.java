package dev.gpukernel.oracle;

/**
 * An array of which only some elements are there, or a slice of one. Whatever touches another element is mistaken.
 *
 * @param elements where those are that are there
 * @param start where they begin
 * @param first index of the first of them
 * @param count how many they are
 * @param length what the array's length is said to be
 */
record ArrayPart(Object elements, int start, int first, int count, int length) {
    /** {@return where an element is among those that are there} */
    int at(int index) {
        int at = index - first;
        if (at < 0 || at >= count) {
            throw new OracleException("element %s of %s is touched, and only those from %s to %s are there"
                    .formatted(index, length, first, first + count));
        }
        return start + at;
    }
}
