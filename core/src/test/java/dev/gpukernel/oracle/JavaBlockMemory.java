package dev.gpukernel.oracle;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** The shared arrays of a block that runs as Java, full of random numbers at first, since kernels may not rely on anything. */
final class JavaBlockMemory {
    private final Map<String, Object> arrays = new HashMap<>();
    private final RandomGenerator random;

    JavaBlockMemory(long seed) {
        random = new SplittableRandom(seed);
    }

    /**
     * The array of a place in the code.
     *
     * @param place the place and the calls that lead there
     * @param type class of the elements
     * @param sizes one size, or rows and columns
     * @return the array, the same at each call
     */
    Object array(String place, Class<?> type, int... sizes) {
        Object known = arrays.get(place);
        if (known == null) {
            known = Array.newInstance(type, sizes);
            fill(known);
            arrays.put(place, known);
        }
        return known;
    }

    private void fill(Object array) {
        if (array instanceof Object[] rows) {
            Arrays.stream(rows).forEach(this::fill);
            return;
        }
        NumberType type = NumberType.ofArray(array.getClass());
        for (int i = 0; i < Array.getLength(array); i++) {
            Array.set(array, i, EdgeValues.next(type, random));
        }
    }
}
