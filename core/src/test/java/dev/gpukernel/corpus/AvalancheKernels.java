package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Numbers mixed in many steps, each of which uses the one before twice: there are more ways through them than can be followed. */
final class AvalancheKernels {
    private AvalancheKernels() {}

    /** Twelve times the end of Jenkins's hash function. */
    private static int mixed(int number) {
        return mix(mix(mix(mix(mix(mix(mix(mix(mix(mix(mix(mix(number))))))))))));
    }

    private static int mix(int number) {
        int hash = number;
        hash += hash << 3;
        hash ^= hash >>> 11;
        hash += hash << 15;
        return hash;
    }

    private static int grown(int number) {
        return grow(grow(grow(grow(grow(grow(grow(grow(number))))))));
    }

    /** A sum of itself, again and again. */
    private static int grow(int number) {
        int sum = number;
        sum += sum << 3;
        sum = sum * 5 - (sum << 1);
        sum += sum;
        sum -= sum << 4;
        return sum + 1;
    }

    @GpuKernel
    static void salted(int seed, int[] numbers, int[] out) {
        int salt = mixed(seed);
        for (int i = 0; i < out.length; i++) {
            out[i] = mixed(numbers[i] ^ salt);
        }
    }

    @GpuKernel
    static void mixedBound(int seed, int[] out) {
        int count = (mixed(seed) & 31) + 20;
        int first = grown(seed) & 7;
        for (int i = first; i < count; i++) {
            out[i] = i * count;
        }
    }

    @GpuKernel
    static void keyedRounds(int seed, int[] left, int[] right) {
        for (int round = 0; round < 3; round++) {
            int key = mixed(seed + round);
            for (int i = 0; i < left.length; i++) {
                left[i] += right[i] ^ key;
            }
            for (int i = 0; i < right.length; i++) {
                right[i] ^= left[i] + grown(key);
            }
        }
    }

    @GpuKernel
    static void grownIndices(int[] table, int rows, int columns, int[] out) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                out[i * columns + j] = table[grown(i + j) & 63] + table[(i * grown(columns) + j) & 63];
            }
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("salted", () -> List.of(17, ints(60, 1), new int[60]));
        kernels.loop("mixedBound", () -> List.of(3, new int[60]));
        kernels.loop("keyedRounds", () -> List.of(99, ints(50, 2), ints(50, 3)));
        kernels.loop("grownIndices", () -> List.of(ints(64, 4), 9, 7, new int[63]));
    }
}
