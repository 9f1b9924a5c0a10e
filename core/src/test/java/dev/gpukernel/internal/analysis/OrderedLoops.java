package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.DependenceTest.Parallel;

/** Steps and comparisons of all kinds. */
final class OrderedLoops {
    private OrderedLoops() {}

    @Parallel
    static void backwards(int[] a) {
        for (int i = a.length - 1; i >= 0; i--) {
            a[i] += 1;
        }
    }

    @Parallel
    static void stepOfTwo(int[] a) {
        for (int i = 0; i < a.length - 1; i += 2) {
            a[i] = a[i + 1];
        }
    }

    @Parallel(
            says =
                    "a[i + 2], read, and a[i], written, are the same element 1 iteration apart, such as i = 0 and i = 2, for a.length = 6")
    static void stepOfTwoTooFar(int[] a) {
        for (int i = 0; i < a.length - 2; i += 2) {
            a[i] = a[i + 2];
        }
    }

    @Parallel
    static void threeBack(int[] a) {
        for (int i = a.length - 1; i > 1; i -= 3) {
            a[i] = a[i - 1] + a[i - 2];
        }
    }

    @Parallel(
            says =
                    "a[i - 3], read, and a[i], written, are the same element 1 iteration apart, such as i = 9 and i = 6, for a.length = 10")
    static void threeBackTooFar(int[] a) {
        for (int i = a.length - 1; i > 2; i -= 3) {
            a[i] = a[i - 3];
        }
    }

    @Parallel
    static void notEqual(int n, int[] a) {
        for (int i = 0; i != n; i++) {
            a[i] = i;
        }
    }

    @Parallel(says = "if n must be at most 4294967296")
    static void longIndex(long n, int[] a) {
        for (long i = 0; i < n; i++) {
            a[(int) i] = (int) i;
        }
    }

    @Parallel
    static void longIndexOfAnArray(int[] a) {
        for (long i = 0; i < a.length; i++) {
            a[(int) i] = (int) i;
        }
    }

    @Parallel(loops = 2, says = "if w * h must be at most 4294967296")
    static void longProduct(int h, int w, int[] a) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                a[(int) ((long) y * w + x)] = x;
            }
        }
    }

    /** Where the inner loop has an iteration, the lesser one is its start, not its end. */
    @Parallel(
            says =
                    "if Math.min(from, n) - n must be at least -4294967287; Math.min(from, n) - n must be 0, at least 9 or at most -9")
    static void lesserOfARange(int from, int n, int[] a) {
        for (int t = 0; t < 9; t++) {
            for (int i = from; i < n; i++) {
                a[t] += a[t + n - Math.min(from, n)] + i;
            }
        }
    }

    @Parallel(
            says =
                    "if Math.max(from, n) - n must be at most 4294967287; Math.max(from, n) - n must be 0, at least 9 or at most -9")
    static void greaterOfARangeDown(int from, int n, int[] a) {
        for (int t = 0; t < 9; t++) {
            for (int i = from; i > n; i--) {
                a[t] += a[t + n - Math.max(from, n)] + i;
            }
        }
    }

    /** Where the inner loop has an iteration, the row ends behind its inclusive bound. */
    @Parallel(says = "if variable 'i' must not overflow before its loop ends; n - from must be at most 477218587")
    static void inclusiveRows(int from, int n, int[] a) {
        for (int t = 0; t < 9; t++) {
            for (int i = from; i <= n; i++) {
                a[t * (Math.max(from, n + 1) - from) + i - from] = t;
            }
        }
    }

    @Parallel(says = "if variable 'i' must not overflow before its loop ends; n - from must be at least -477218587")
    static void inclusiveRowsDown(int from, int n, int[] a) {
        for (int t = 0; t < 9; t++) {
            for (int i = from; i >= n; i--) {
                a[t * (from - Math.min(from, n - 1)) + from - i] = t;
            }
        }
    }
}
