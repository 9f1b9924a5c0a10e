package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.DependenceTest.Parallel;

/** Quotients, remainders, shifts and bits of loop variables. */
@SuppressWarnings("OperatorPrecedence")
final class DividedLoops {
    private DividedLoops() {}

    @Parallel
    static void folded(int n, int w, int[] a) {
        for (int i = 0; i < n; i++) {
            int y = i / w;
            int x = i % w;
            a[y * w + x] += x;
        }
    }

    @Parallel
    static void foldedByAConstant(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[i / 16 * 16 + i % 16] = i;
        }
    }

    @Parallel
    static void foldedByShift(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[((i >> 4) << 4) + (i & 15)] = i;
        }
    }

    @Parallel(
            says =
                    "if w * h must be at most 2147483647; w * h must be at least -2147483648; w must be at least 0; h must be at least 0")
    static void transposed(int h, int w, int[] a, int[] b) {
        for (int i = 0; i < w * h; i++) {
            int y = i / w;
            int x = i % w;
            b[x * h + y] = a[i];
        }
    }

    @Parallel
    static void transposedOfConstants(int[] a, int[] b) {
        for (int i = 0; i < 1024; i++) {
            b[i % 32 * 32 + i / 32] = a[i];
        }
    }

    @Parallel
    static void flattened3(int d, int h, int w, int[] a) {
        for (int i = 0; i < d * h * w; i++) {
            int x = i % w;
            int t = i / w;
            int y = t % h;
            int z = t / h;
            a[(z * h + y) * w + x]++;
        }
    }

    @Parallel
    static void flattened3ByRemainders(int n, int h, int w, int[] a) {
        for (int i = 0; i < n; i++) {
            int z = i / (w * h);
            int rest = i % (w * h);
            a[z * w * h + rest / w * w + rest % w]++;
        }
    }

    @Parallel(
            says =
                    "if w * h must be at most 2147483647; w * h must be at least 0; w must be at least 0; h must be at least 0")
    static void flattened3ByQuotients(int n, int h, int w, int[] a) {
        for (int i = 0; i < n; i++) {
            int z = i / (w * h);
            int y = i / w % h;
            int x = i % w;
            a[(z * h + y) * w + x]++;
        }
    }

    @Parallel(
            says =
                    "if w * h must be at most 2147483647; w * h must be at least 0; w must be at least 0; h must be at least 0; w * h + n must be at most 4294967297")
    static void permuted3(int n, int h, int w, int[] a) {
        for (int i = 0; i < n; i++) {
            int z = i / (w * h);
            int y = i / w % h;
            int x = i % w;
            a[(z * w + x) * h + y]++;
        }
    }

    @Parallel
    static void xorOne(int n, int[] o, int[] a) {
        for (int i = 0; i < n; i++) {
            o[i ^ 1] = a[i];
        }
    }

    @Parallel
    static void xorMany(int n, int[] o, int[] a) {
        for (int i = 0; i < n; i++) {
            o[i ^ 21] = a[i];
        }
    }

    @Parallel
    static void xorParameter(int n, int m, int[] o, int[] a) {
        for (int i = 0; i < n; i++) {
            o[i ^ m] = a[i];
        }
    }

    @Parallel
    static void complement(int[] a) {
        for (int i = -1; i >= -100; i--) {
            a[~i] = i;
        }
    }

    @Parallel(says = "if n must be at most 1073741824")
    static void swappedPairs(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            int t = a[2 * i];
            a[2 * i] = a[2 * i ^ 1];
            a[2 * i | 1] = t;
        }
    }

    @Parallel(says = "if n must be at most 1073741824")
    static void bitInserted(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            int low = (i & ~7) << 1 | i & 7;
            int high = low | 8;
            int t = a[low];
            a[low] = a[high];
            a[high] = t;
        }
    }

    @Parallel(says = "if half must be at least 0 | if half must be at least 0")
    static void butterflies(int n, int half, float[] re, float[] im) {
        for (int k = 0; k < n / 2; k++) {
            int j = k / half;
            int t = k % half;
            int a = j * 2 * half + t;
            int b = a + half;
            float r = re[b] * t - im[b];
            re[b] = re[a] - r;
            re[a] += r;
            im[b] = im[a] - r;
            im[a] += r;
        }
    }

    @Parallel(says = "if half must be at least 1; half must be a power of two")
    static void butterfliesByMask(int n, int half, float[] re) {
        for (int k = 0; k < n / 2; k++) {
            int t = k & (half - 1);
            int a = 2 * (k - t) + t;
            int b = a + half;
            float r = re[b];
            re[b] = re[a] - r;
            re[a] += r;
        }
    }

    @Parallel(says = "if s must be at least 0; s must be at most 29")
    static void butterfliesByShift(int n, int s, float[] re) {
        for (int k = 0; k < n / 2; k++) {
            int half = 1 << s;
            int t = k & (half - 1);
            int a = ((k >> s) << (s + 1)) + t;
            int b = a + half;
            float r = re[b];
            re[b] = re[a] - r;
            re[a] += r;
        }
    }

    @Parallel(
            says =
                    "a[i / 2], written, may be the same element in different iterations, such as i = 0 and i = 1, for n = 4")
    static void halves(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[i / 2] = i;
        }
    }

    @Parallel(
            says =
                    "a[i % m], written, may be the same element in different iterations, such as i = 0 and i = 4, for n = 8, m = 4")
    static void ring(int n, int m, int[] a) {
        for (int i = 0; i < n; i++) {
            a[i % m] = i;
        }
    }

    @Parallel
    static void ringLongEnough(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[(i + 1) % n] = i;
        }
    }

    @Parallel
    static void maskLongEnough(int[] a) {
        for (int i = 0; i < 256; i++) {
            a[i + 100 & 255] = i;
        }
    }

    @Parallel
    static void spreadHalves(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[i + i / 2] = i;
        }
    }

    @Parallel(
            says =
                    "a[(i % 8) + 8], written, may be the same element in different iterations, such as i = -8 and i = 0, for n = 8")
    static void negativeRemainder(int n, int[] a) {
        for (int i = -n; i < n; i++) {
            a[i % 8 + 8] = i;
        }
    }

    @Parallel
    static void clamped(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[Math.min(i, n - 1)] = i;
        }
    }

    @Parallel(
            says =
                    "a[Math.min(i + 1, n - 1)], written, may be the same element in different iterations, such as i = 2 and i = 3, for n = 4")
    static void clampedTooFar(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[Math.min(i + 1, n - 1)] = i;
        }
    }

    @Parallel(
            says =
                    "a[i], read, and a[i ^ m], written, may be the same element in different iterations, such as i = 0 and i = 4, for n = 8, m = 4")
    static void xorInPlace(int n, int m, int[] a) {
        for (int i = 0; i < n; i++) {
            a[i ^ m] = a[i];
        }
    }

    /** Java rounds towards 0. */
    @Parallel(
            says =
                    "a[-(i % 4) + 4 * (i / 4) + 3], written, may be the same element in different iterations, such as i = -3 and i = 5")
    static void negativeQuotient(int[] a) {
        for (int i = -3; i < 6; i++) {
            a[3 + i / 4 * 4 - i % 4] = i;
        }
    }

    /** With w = 4, Java throws. */
    @Parallel(
            says =
                    "a[i / (w - 4)], written, may be the same element in different iterations, such as i = 0 and i = 1, for n = 2, w = 2")
    static void dividedByDifference(int n, int w, int[] a) {
        for (int i = 0; i < n; i++) {
            a[i / (w - 4)] = i;
        }
    }

    @Parallel(
            says =
                    "b[(i % w) * h + (i / w) - (i % w)], written, may be the same element in different iterations, such as i = 1 and i = 2, for h = 2, w = 2")
    static void transposedTooTightly(int h, int w, int[] a, int[] b) {
        for (int i = 0; i < w * h; i++) {
            b[i % w * (h - 1) + i / w] = a[i];
        }
    }

    /** The quotients by w * h are taken for those of quotients by w, which rests on w alone. */
    @Parallel(
            says =
                    "if h * w must be at most 2147483647; h * w must be at least 0; w * n must be at least 0; h * w * n must be at most 4294967296; w must be at least 0")
    static void dividedTwice(int n, int w, int h, int[] x, int[] a) {
        for (int i = 0; i < n; i++) {
            int end = x[i];
            for (int j = i / w; j < end; j++) {
                a[i % (w * h) * n + i / (w * h)] = j;
            }
        }
    }

    /** How often a loop inside runs says nothing of an index that it is not in. */
    @Parallel(
            loops = 2,
            says =
                    "if c must be at most 2147483646; n must be at least 0; c * n - n * n + c + n must be at least -4294967297; c must be at least -1; c * n - n * n + c must be at least -4294967297")
    static void eliminationWithRemainders(int n, int c, int[] a) {
        for (int i = c + 1; i < n; i++) {
            for (int j = c + 1; j < n; j++) {
                for (int k = 0; k < (i & 7); k++) {
                    a[i * n + j] += a[c * n + j];
                }
            }
        }
    }

    @Parallel
    static void ring(int n, int k, int[] a, int[] b) {
        for (int i = 0; i < n; i++) {
            int j = i + k;
            if (j >= n) {
                j -= n;
            }
            b[j] = a[i];
        }
    }

    @Parallel(says = "if k + n must be at most 2147483648; n must be at most 1431655765")
    static void ringOfAnySign(int n, int k, int[] a, int[] b) {
        for (int i = 0; i < n; i++) {
            b[Math.floorMod(i + k, n)] = a[i];
        }
    }

    @Parallel
    static void eitherHalf(int[] a, boolean[] upper) {
        for (int i = 0; i < 100; i++) {
            a[upper[i] ? i + 100 : i]++;
        }
    }

    @Parallel(says = "a[…], written, is an element that cannot be told from the loop variable 'i' alone")
    static void eitherOfTwoNeighbours(int[] a, boolean[] upper) {
        for (int i = 0; i < 100; i++) {
            a[upper[i] ? i + 1 : i]++;
        }
    }

    @Parallel(
            says = "b[j], written, may be the same element in different iterations, such as i = 0 and i = 8, for n = 9")
    static void longerThanTheRing(int n, int[] a, int[] b) {
        for (int i = 0; i < n; i++) {
            int j = i;
            if (j >= 8) {
                j -= 8;
            }
            b[j] = a[i];
        }
    }
}
