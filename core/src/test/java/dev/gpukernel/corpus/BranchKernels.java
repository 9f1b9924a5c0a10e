package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Plain loops that are parallel because of the branches around what they touch, and loops over tiles. */
@SuppressWarnings("OperatorPrecedence") // as people write it
final class BranchKernels {
    private BranchKernels() {}

    @GpuKernel
    static void bitonicSort(int[] a) {
        for (int size = 2; size <= a.length; size *= 2) {
            for (int distance = size / 2; distance > 0; distance /= 2) {
                for (int i = 0; i < a.length; i++) {
                    int partner = i ^ distance;
                    if (partner > i && (i & size) == 0 == a[i] > a[partner]) {
                        int own = a[i];
                        a[i] = a[partner];
                        a[partner] = own;
                    }
                }
            }
        }
    }

    @GpuKernel
    static void oddEvenSort(int[] a) {
        for (int step = 0; step < a.length; step++) {
            for (int i = 0; i < a.length - 1; i++) {
                if (i % 2 == step % 2 && a[i] > a[i + 1]) {
                    int own = a[i];
                    a[i] = a[i + 1];
                    a[i + 1] = own;
                }
            }
        }
    }

    private static int shorter(int direct, int to, int from) {
        return Math.min(direct, to + from);
    }

    @GpuKernel
    static void shortestPaths(int n, int[] d) {
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    if (i != k && j != k) {
                        d[i * n + j] = shorter(d[i * n + j], d[i * n + k], d[k * n + j]);
                    }
                }
            }
        }
    }

    private static float mean(float left, float right, float up, float down) {
        return 0.25f * (left + right + up + down);
    }

    @GpuKernel
    static void checkerboard(int w, int h, int colour, float[] a) {
        for (int y = 1; y < h - 1; y++) {
            for (int x = 1; x < w - 1; x++) {
                if ((x + y) % 2 == colour) {
                    a[y * w + x] = mean(a[y * w + x - 1], a[y * w + x + 1], a[(y - 1) * w + x], a[(y + 1) * w + x]);
                }
            }
        }
    }

    @GpuKernel
    static void mirrored(int[] a) {
        for (int i = 0; i < a.length; i++) {
            int j = a.length - 1 - i;
            if (i < j) {
                a[j] = a[i];
            }
        }
    }

    @GpuKernel
    static void grayOrder(int[] from, int[] to) {
        for (int i = 0; i < from.length; i++) {
            to[i ^ i >> 1] = from[i];
        }
    }

    @GpuKernel
    static void exchanged(int k, int[] from, int[] to) {
        for (int i = 0; i < from.length; i++) {
            to[(i ^ k) + 1] = from[i];
        }
    }

    @GpuKernel
    static void runningSumsOfTiles(int n, int[] a) {
        for (int tile = 0; tile < n; tile += 16) {
            int end = Math.min(tile + 16, n);
            int sum = 0;
            for (int i = tile; i < end; i++) {
                sum += a[i];
                a[i] = sum;
            }
        }
    }

    private static int mixed(int value, int part) {
        return value * 31 + part;
    }

    @GpuKernel
    static void chunks(int parts, int[] a) {
        int size = (a.length + parts - 1) / parts;
        for (int part = 0; part < parts; part++) {
            int from = part * size;
            int to = Math.min(from + size, a.length);
            for (int i = from; i < to; i++) {
                a[i] = mixed(a[i], part);
            }
        }
    }

    @GpuKernel
    static void transposed(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                int own = a[i * n + j];
                a[i * n + j] = a[j * n + i];
                a[j * n + i] = own;
            }
        }
    }

    @GpuKernel
    static void cutOffTiles(int w, int h, int[] a) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < (w + 15) / 16 * 16; x++) {
                if (x < w) {
                    a[y * w + x] = mixed(a[y * w + x], x - y);
                }
            }
        }
    }

    static void inputs(KernelInputs table) {
        table.loop("bitonicSort", () -> List.of(ints(64, 1)));
        table.loop("oddEvenSort", () -> List.of(ints(33, 2)));
        table.loop("shortestPaths", () -> List.of(9, ints(81, 3, 0, 100)));
        table.loop("checkerboard", () -> List.of(11, 9, 1, floats(99, 4, -1, 1)));
        table.loop("mirrored", () -> List.of(ints(51, 5)));
        table.loop("grayOrder", () -> List.of(ints(64, 6), new int[64]));
        table.loop("exchanged", () -> List.of(37, ints(64, 7), new int[65]));
        table.loop("runningSumsOfTiles", () -> List.of(100, ints(110, 8)));
        table.loop("chunks", () -> List.of(7, ints(100, 9)));
        table.loop("transposed", () -> List.of(12, ints(144, 10)));
        table.loop("cutOffTiles", () -> List.of(21, 5, ints(105, 11)));
    }
}
