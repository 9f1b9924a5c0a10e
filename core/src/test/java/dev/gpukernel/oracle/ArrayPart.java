package dev.gpukernel.oracle;

import java.lang.reflect.Array;

/**
 * An array of which only some elements are there. Whatever touches another is mistaken.
 *
 * @param elements those that are there
 * @param first index of the first of them
 * @param length what the array's length is said to be
 */
record ArrayPart(Object elements, int first, int length) {
    /** {@return where an element is among those that are there} */
    int at(int index) {
        int at = index - first;
        if (at < 0 || at >= Array.getLength(elements)) {
            throw new OracleException("element %s of %s is touched, and only those from %s to %s are there"
                    .formatted(index, length, first, first + Array.getLength(elements)));
        }
        return at;
    }
}
