package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.DependenceTest.Parallel;

/** Indices that grow faster and faster, or slower and slower. */
@SuppressWarnings("OperatorPrecedence")
final class RisingLoops {
    private RisingLoops() {}

    @Parallel(says = "if n * n - 2 * n must be at most 4294967294")
    static void squares(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[i * i] = i;
        }
    }

    @Parallel(says = "if n * n must be at most 4294967296")
    static void squaresDown(int n, int[] a) {
        for (int i = n; i > 0; i--) {
            a[i * i] = i;
        }
    }

    @Parallel(
            says =
                    "a[i * i], written, may be the same element in different iterations, such as i = -1 and i = 1, for n = 4")
    static void squaresOfBothSigns(int n, int[] a) {
        for (int i = -n; i < n; i++) {
            a[i * i] = i;
        }
    }

    @Parallel(says = "if n * n - 2 * n must be at most 4294967294")
    static void squaresAndNeighbours(int n, int[] a) {
        for (int i = 1; i < n; i++) {
            a[i * i] = a[i * i + 1];
        }
    }

    @Parallel(says = "if n * n - n must be at most 2147483647")
    static void triangle(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[i * (i + 1) / 2] = i;
        }
    }

    @Parallel(says = "if n * n - n must be at most 2147483647; n * n + n must be at most 8589934592")
    static void packedRows(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                a[i * (i + 1) / 2 + j] = i + j;
            }
        }
    }

    @Parallel(says = "if n * n - n must be at most 2147483647; n * n + n must be at most 8589934592")
    static void packedRowsByShift(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                a[(i * (i + 1) >> 1) + j] = i + j;
            }
        }
    }

    @Parallel(says = "if n * n - 3 * n must be at most 2147483645; n * n - n must be at most 8589934592")
    static void packedRowsBelow(int n, int[] a) {
        for (int i = 1; i < n; i++) {
            for (int j = 0; j < i; j++) {
                a[i * (i - 1) / 2 + j] = i + j;
            }
        }
    }

    @Parallel(
            says =
                    "if n * n - n must be at most 2147483647; n * n - 3 * n must be at most 2147483645; n * n + n must be at most 8589934592")
    static void packedUpperRows(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                a[i * n - i * (i - 1) / 2 + j - i] = i + j;
            }
        }
    }

    @Parallel(
            says =
                    "a[((i * (i + 1)) / 2) + j], written, may be the same element in different iterations, such as i = 0 and i = 1, for n = 4")
    static void packedRowsTooLong(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i + 1; j++) {
                a[i * (i + 1) / 2 + j] = i + j;
            }
        }
    }

    @Parallel(
            says =
                    "a[(i * i) / 2], written, may be the same element in different iterations, such as i = 0 and i = 1, for n = 4")
    static void halfSquares(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[i * i / 2] = i;
        }
    }

    /** What is read falls to where the writes began, in iterations between which neither touches anything. */
    @Parallel(
            says =
                    "a[j - i + 503], read, and a[(i * i) + j + 500], written, may be the same element in different iterations, such as i = 3 and i = 0")
    static void rowsThatEnd(int[] a, int[] b) {
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j <= -100 * i; j++) {
                a[500 + i * i + j] = i;
            }
            for (int j = 0; j <= 100 * i - 300; j++) {
                b[i] = a[503 - i + j];
            }
        }
    }
}
