package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import java.util.Arrays;
import java.util.List;

/**
 * Elements at running values. Where such an index only grows by a little, one test answers for many iterations; these come back, wrap
 * around or fall in between.
 */
final class ScannedIndexKernels {
    private ScannedIndexKernels() {}

    @GpuKernel
    static void grows(int[] x, int[] table, int[] y) {
        int at = 0;
        for (int i = 0; i < x.length; i++) {
            y[i] = table[at];
            at += x[i] & 3;
        }
    }

    /** Within a block it goes beyond the table and comes back. */
    @GpuKernel
    static void comesBack(int[] x, int[] table, int[] y) {
        int at = 0;
        for (int i = 0; i < x.length; i++) {
            y[i] = table[at];
            at += x[i];
        }
    }

    /** What is added is not negative, but wraps around within a block. */
    @GpuKernel
    static void wrapsAround(int[] x, int[] table, int[] y) {
        int at = 0;
        for (int i = 0; i < x.length; i++) {
            y[i] = table[at];
            at += x[i] & Integer.MAX_VALUE;
        }
    }

    /** It falls to what is before the table. */
    @GpuKernel
    static void falls(int[] x, int[] table, int[] y) {
        int at = 12;
        for (int i = 0; i < x.length; i++) {
            y[i] = table[at - 5];
            at = Math.min(at, x[i] & 15);
        }
    }

    private static int[] thereAndBack() {
        int[] x = new int[9_000];
        Arrays.fill(x, 0, 2_000, 1);
        Arrays.fill(x, 2_000, 4_000, -1);
        return x;
    }

    private static int[] with(int[] numbers, int from, int... values) {
        System.arraycopy(values, 0, numbers, from, values.length);
        return numbers;
    }

    static void inputs(KernelInputs table) {
        table.loop("grows", () -> List.of(ints(9_000, 1), ints(27_000, 2), new int[9_000]));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("comesBack", () -> List.of(thereAndBack(), ints(1_500, 3), new int[9_000]));
        table.throwing(ArrayIndexOutOfBoundsException.class).loop("wrapsAround", () -> {
            int far = 1 << 30;
            return List.of(with(new int[9_000], 70, far, far, far, far), ints(10, 4), new int[9_000]);
        });
        int[] high = new int[9_000];
        Arrays.fill(high, 15);
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("falls", () -> List.of(with(high.clone(), 700, 3), ints(40, 5), new int[9_000]));
    }
}
