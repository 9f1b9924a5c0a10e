package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.DependenceTest.Parallel;

/** Multiples of the loop variable. */
final class StridedLoops {
    private StridedLoops() {}

    @Parallel
    static void pairs(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[2 * i] = a[2 * i + 1];
        }
    }

    @Parallel
    static void interleaved(int[] re, int[] a) {
        for (int i = 0; i < re.length; i++) {
            a[2 * i] = re[i];
            a[2 * i + 1] = 0;
        }
    }

    @Parallel(
            says =
                    "a[2 * i + 2], written, and a[2 * i], written, are the same element 1 iteration apart, such as i = 0 and i = 1, for n = 4")
    static void overlapping(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[2 * i] = 0;
            a[2 * i + 1] = 1;
            a[2 * i + 2] = 2;
        }
    }

    @Parallel(says = "if stride * n - stride must be at most 4294967295; stride must be at least 1")
    static void byAParameter(int n, int stride, int[] a) {
        for (int i = 0; i < n; i++) {
            a[i * stride] = i;
        }
    }

    @Parallel(
            says =
                    "a[k + 4 * i], written, may be the same element in different iterations, such as i = 0 and i = 1, for n = 4")
    static void windows(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < 5; k++) {
                a[4 * i + k] += k;
            }
        }
    }

    @Parallel(says = "if n must be at most 1073741824")
    static void blocks(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < 4; k++) {
                a[4 * i + k] += k;
            }
        }
    }

    @Parallel(
            says =
                    "if step must be at least 0; step * n - step + size must be at most 4294967296; step - size must be at least 0")
    static void windowsOfParameters(int n, int size, int step, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < size; k++) {
                a[i * step + k] += k;
            }
        }
    }

    @Parallel(
            says =
                    "if 2 * w * n - w must be at most 4294967296; w * n - w must be at most 2147483648; w * n must be at most 2147483648")
    static void everyOtherRow(int n, int w, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < w; k++) {
                a[2 * i * w + k] = a[(2 * i + 1) * w + k];
            }
        }
    }

    /** A digit that goes by steps leaves out numbers; two such digits differ by as much in either direction. */
    @Parallel(loops = 3, says = "if w * n must be at most 1431655765")
    static void digitByTwos(int n, int w, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < 3; j += 2) {
                for (int k = 0; k < w; k++) {
                    a[(i * 3 + j) * w + k] = k;
                }
            }
        }
    }

    @Parallel(
            says =
                    "if pitch must be at least 0; 18 * pitch + n must be at most 4294967296; 2 * pitch - n must be at least 0; pitch - n must be at least 0")
    static void triangleOfDigits(int n, int pitch, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < 4; j++) {
                for (int k = j + 1; k < 5; k++) {
                    a[(k * 5 + j) * pitch + i] = k;
                }
            }
        }
    }

    /** The inner loop has one iteration. */
    @Parallel
    static void oneStepOfThree(int[] x, int[] a) {
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < i; j += 3) {
                for (int k = 0; k < 3; k++) {
                    a[((k * 3 + i) * 3 + j) * 2] = x[i];
                }
            }
        }
    }

    @Parallel
    static void triangleOfLongs(int[] a) {
        for (long i = 3; i >= 2; i--) {
            for (long j = 5; i + 1 <= j; j--) {
                for (long k = j + 1; k < 6; k++) {
                    a[(int) ((i * 6 + 5 - j) * 6 + 5 - k)] = 1;
                }
            }
        }
    }
}
