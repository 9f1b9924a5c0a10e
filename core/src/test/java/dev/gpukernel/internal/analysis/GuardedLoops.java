package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.DependenceTest.Parallel;

/** Loops whose iterations are independent because of the conditions around accesses, or of what an operation cannot do twice. */
final class GuardedLoops {
    private GuardedLoops() {}

    @Parallel
    static void bitonicStep(int n, int j, int[] a) {
        for (int i = 0; i < n; i++) {
            int partner = i ^ j;
            if (partner > i) {
                int own = a[i];
                a[i] = a[partner];
                a[partner] = own;
            }
        }
    }

    @Parallel(
            says =
                    "a[i ^ j], read, and a[i], written, may be the same element in different iterations, such as i = 0 and i = 4, for n = 8, j = 4")
    static void bitonicStepOfAll(int n, int j, int[] a) {
        for (int i = 0; i < n; i++) {
            int partner = i ^ j;
            if (partner != i) {
                int own = a[i];
                a[i] = a[partner];
                a[partner] = own;
            }
        }
    }

    @Parallel(
            says =
                    "a[i ^ k], read, and a[i], written, may be the same element in different iterations, such as i = 0 and i = 3, for n = 9, j = 8, k = 3")
    static void bitonicStepOfTwoPartners(int n, int j, int k, int[] a) {
        for (int i = 0; i < n; i++) {
            if ((i ^ j) > i) {
                a[i] = a[i ^ k];
            }
        }
    }

    @Parallel
    static void swappedNeighbours(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            int partner = i ^ 1;
            if (i < partner) {
                int own = a[i];
                a[i] = a[partner];
                a[partner] = own;
            }
        }
    }

    @Parallel
    static void image(int n, int k, int[] a, int[] b) {
        for (int i = 0; i < n; i++) {
            b[1 + (i ^ k)] = a[i];
        }
    }

    @Parallel
    static void grayCode(int n, int[] a, int[] b) {
        for (int i = 0; i < n; i++) {
            b[i ^ i >> 1] = a[i];
        }
    }

    @Parallel(says = "b[i ^ (i * 2)], written, may be the same element in different iterations")
    static void notGrayCode(int n, int[] a, int[] b) {
        for (int i = 0; i < n; i++) {
            b[i ^ i * 2] = a[i];
        }
    }

    @Parallel
    static void mirrored(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            int j = n - 1 - i;
            if (i < j) {
                a[j] = a[i];
            }
        }
    }

    @Parallel(
            says =
                    "a[i], read, and a[-i + n - 1], written, may be the same element in different iterations, such as i = 1 and i = 2, for n = 4")
    static void mirroredTooFar(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            int j = n - 1 - i;
            if (i < j + 2) {
                a[j] = a[i];
            }
        }
    }

    /** The element that all read is no iteration's own. */
    @Parallel
    static void allButOne(int n, int k, int[] a) {
        for (int i = 0; i < n; i++) {
            if (i != k) {
                a[i] += a[k];
            }
        }
    }

    @Parallel(
            says =
                    "a[k], read, and a[i], written, may be the same element in different iterations, such as i = 0 and i = 4, for n = 8, k = 4")
    static void allAndOne(int n, int k, int[] a) {
        for (int i = 0; i < n; i++) {
            a[i] += a[k];
        }
    }

    @Parallel(
            loops = 2,
            says =
                    "if n * n must be at most 4294967296; n * n - k must be at most 4294967296; n * n + k - n must be at most 4294967295; k must be at least 0; k - n must be at most -1; k * n - n * n must be at least -4294967296; k * n + n must be at most 4294967296")
    static void pathsThrough(int n, int k, int[] d) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (i != k && j != k) {
                    d[i * n + j] = Math.min(d[i * n + j], d[i * n + k] + d[k * n + j]);
                }
            }
        }
    }

    @Parallel(says = "if n must be at least -2147483647")
    static void everyOther(int n, int phase, int[] a) {
        for (int i = 0; i < n - 1; i++) {
            if (i % 2 == phase) {
                int own = a[i];
                a[i] = a[i + 1];
                a[i + 1] = own;
            }
        }
    }

    @Parallel(
            loops = 2,
            says =
                    "if h must be at least -2147483647; w must be at least -2147483647; h * w - 2 * w must be at most 4294967298; h + w must be at most 2147483651; h * w + w * w - 5 * w must be at most 4294967294; h * w + w * w - 4 * w must be at most 4294967295; h * w + w * w - 6 * w must be at most 4294967295")
    static void redAndBlack(int w, int h, int colour, int[] a) {
        for (int y = 1; y < h - 1; y++) {
            for (int x = 1; x < w - 1; x++) {
                if ((x + y) % 2 == colour) {
                    a[y * w + x] = a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x];
                }
            }
        }
    }

    /** A column beyond the width would be in the next row. */
    @Parallel(loops = 2, says = "if w must be at least 0; h * w + 16 * ((w + 15) / 16) - w must be at most 4294967296")
    static void tilesCutOff(int w, int h, int[] a) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < (w + 15) / 16 * 16; x++) {
                if (x < w) {
                    a[y * w + x]++;
                }
            }
        }
    }

    @Parallel
    static void butterfliesByBit(int n, int half, int[] a) {
        for (int i = 0; i < n; i++) {
            int j = i ^ half;
            if (i < j) {
                int other = a[j];
                a[j] = a[i] - other;
                a[i] += other;
            }
        }
    }

    @Parallel(says = "if n must be at most 2147483584")
    static void tiles(int n, int[] a) {
        for (int tile = 0; tile < n; tile += 64) {
            int end = Math.min(tile + 64, n);
            for (int i = tile; i < end; i++) {
                a[i]++;
            }
        }
    }

    @Parallel(says = "a[i], written, may be the same element in different iterations")
    static void tilesThatOverlap(int n, int[] a) {
        for (int tile = 0; tile < n; tile += 64) {
            int end = Math.min(tile + 65, n);
            for (int i = tile; i < end; i++) {
                a[i]++;
            }
        }
    }

    @Parallel(
            says =
                    "if size must be at least 0; size * parts - size must be at most 2147483647; size * parts must be at most 2147483647")
    static void chunks(int parts, int[] a) {
        int size = (a.length + parts - 1) / parts;
        for (int part = 0; part < parts; part++) {
            int from = part * size;
            int to = Math.min(from + size, a.length);
            for (int i = from; i < to; i++) {
                a[i]++;
            }
        }
    }

    @Parallel(says = "if n * n must be at most 4294967297; n * n - n must be at most 4294967296")
    static void transposedInPlace(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                int own = a[i * n + j];
                a[i * n + j] = a[j * n + i];
                a[j * n + i] = own;
            }
        }
    }

    @Parallel(
            says =
                    "b[i ^ (j >> 1)], written, may be the same element in different iterations, such as i = 0 and i = 1, for n = 4")
    static void grayCodeOfAnother(int n, int[] a, int[] b) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                b[i ^ j >> 1] = a[i];
            }
        }
    }

    @Parallel(
            says =
                    "b[i ^ k], written, and b[i ^ j], written, may be the same element in different iterations, such as i = 3 and i = 8, for n = 9, j = 8, k = 3")
    static void twoImages(int n, int j, int k, int[] a, int[] b) {
        for (int i = 0; i < n; i++) {
            b[i ^ j] = a[i];
            b[i ^ k] = 1;
        }
    }

    /** What the remainder is says how far the last multiple is from the end. */
    @Parallel(
            loops = 2,
            says =
                    "if pitch must be at least 0; pitch * rows - pitch + last must be at most 4294967294; pitch - last must be at least 2")
    static void everyThirdDownwards(int rows, int last, int pitch, int[] a) {
        for (int y = 0; y < rows; y++) {
            for (int x = last; x >= 0; x--) {
                if (x % 3 == 0) {
                    a[y * pitch + last - x + 1] = a[y * pitch + last - x] + 1;
                }
            }
        }
    }

    /** Only of numbers above 0 does 1 remain, so the loop may begin anywhere. */
    @Parallel(says = "if w must be at least 0")
    static void whereOneRemains(int from, int n, int w, int[] a) {
        for (int i = from; i < n; i++) {
            if (i % w == 1) {
                a[i / w * w] += i;
            }
        }
    }

    /** Nothing is done there. */
    @Parallel(loops = 2)
    static void whereTwoRemainBoth(int rows, int w, int[] a) {
        for (int y = 0; y < rows; y++) {
            for (int x = 0; x < w; x++) {
                if (x % 3 == 0 && x % 3 == 1) {
                    a[x + 1] = a[y];
                }
            }
        }
    }

    /** Both rows are whole ones, wherever they are. */
    @Parallel(says = "if q * n - p * n - n must be at least -4294967296; q * n - p * n + n must be at most 4294967296")
    static void swappedRows(int n, int p, int q, float[] a) {
        for (int j = 0; j < n; j++) {
            float own = a[p * n + j];
            a[p * n + j] = a[q * n + j];
            a[q * n + j] = own;
        }
    }

    @Parallel(
            says =
                    "if q * w - p * w - n must be at least -4294967297; q * w - p * w + n must be at most 4294967297; q * w - p * w must be 0, at least n - 1 or at most -n + 1")
    static void swappedPartsOfRows(int n, int w, int p, int q, float[] a) {
        for (int j = 1; j < n; j++) {
            float own = a[p * w + j];
            a[p * w + j] = a[q * w + j];
            a[q * w + j] = own;
        }
    }

    @Parallel
    static void ofOneIteration(int n, int m, int row, int pitch, int offset, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                if (i == row) {
                    a[(i * offset + j) * pitch] += j;
                }
            }
        }
    }

    @Parallel(
            says =
                    "a[(i / 2) * offset * pitch + j * pitch], written, may be the same element in different iterations, such as i = 6 and i = 7, for n = 9, m = 8, row = 3, pitch = 5, offset = 5")
    static void ofTwoIterations(int n, int m, int row, int pitch, int offset, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                if (i / 2 == row) {
                    a[(i / 2 * offset + j) * pitch] += j;
                }
            }
        }
    }
}
