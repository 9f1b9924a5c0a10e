package dev.gpukernel.benchmarks;

import java.util.SplittableRandom;

/** The input of the benchmarks. */
final class Vectors {
    /** Length of the vectors where only the launch is measured: one block. */
    static final int TINY = 256;

    private Vectors() {}

    /** {@return numbers from -1 up to 1} */
    static float[] random(SplittableRandom random, int size) {
        float[] result = new float[size];
        for (int i = 0; i < size; i++) {
            result[i] = 2 * random.nextFloat() - 1;
        }
        return result;
    }
}
