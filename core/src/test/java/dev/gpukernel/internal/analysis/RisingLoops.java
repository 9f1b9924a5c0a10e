package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.DependenceTest.Parallel;

/** Indices that grow faster and faster, or slower and slower. */
final class RisingLoops {
    private RisingLoops() {}

    @Parallel
    static void squares(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[i * i] = i;
        }
    }

    @Parallel
    static void squaresDown(int n, int[] a) {
        for (int i = n; i > 0; i--) {
            a[i * i] = i;
        }
    }

    @Parallel
    static void squaresOfBothSigns(int n, int[] a) {
        for (int i = -n; i < n; i++) {
            a[i * i] = i;
        }
    }

    @Parallel
    static void squaresAndNeighbours(int n, int[] a) {
        for (int i = 1; i < n; i++) {
            a[i * i] = a[i * i + 1];
        }
    }

    @Parallel
    static void triangle(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[i * (i + 1) / 2] = i;
        }
    }

    @Parallel
    static void packedRows(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                a[i * (i + 1) / 2 + j] = i + j;
            }
        }
    }

    @Parallel
    static void packedRowsByShift(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                a[(i * (i + 1) >> 1) + j] = i + j;
            }
        }
    }

    @Parallel
    static void packedRowsBelow(int n, int[] a) {
        for (int i = 1; i < n; i++) {
            for (int j = 0; j < i; j++) {
                a[i * (i - 1) / 2 + j] = i + j;
            }
        }
    }

    @Parallel
    static void packedUpperRows(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                a[i * n - i * (i - 1) / 2 + j - i] = i + j;
            }
        }
    }

    @Parallel
    static void packedRowsTooLong(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i + 1; j++) {
                a[i * (i + 1) / 2 + j] = i + j;
            }
        }
    }
}
