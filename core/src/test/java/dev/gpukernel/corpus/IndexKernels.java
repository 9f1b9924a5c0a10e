package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Atomic;
import java.util.List;

/** Plain loops whose indices are made of quotients, remainders, shifts, bits, squares and triangles. */
@SuppressWarnings("OperatorPrecedence") // as people write it
final class IndexKernels {
    private IndexKernels() {}

    @GpuKernel
    static void foldedPixels(int width, int[] pixels) {
        for (int i = 0; i < pixels.length; i++) {
            int y = i / width;
            int x = i % width;
            pixels[y * width + x] += 3 * x - y;
        }
    }

    /** What Java throws in the first iteration, and no condition of a launch. */
    @GpuKernel
    static void foldedByZero(int width, int[] pixels) {
        for (int i = 0; i < pixels.length; i++) {
            pixels[i / width * width + i % width] = i;
        }
    }

    @GpuKernel
    static void flatTranspose(int height, int width, int[] from, int[] to) {
        for (int i = 0; i < width * height; i++) {
            to[i % width * height + i / width] = from[i];
        }
    }

    @GpuKernel
    static void permutedAxes(int n, int height, int width, int[] from, int[] to) {
        for (int i = 0; i < n; i++) {
            int z = i / (width * height);
            int y = i / width % height;
            int x = i % width;
            to[(z * width + x) * height + y] = from[i];
        }
    }

    @GpuKernel
    static void rotated(int by, int[] from, int[] to) {
        for (int i = 0; i < from.length; i++) {
            to[(i + by) % from.length] = from[i];
        }
    }

    @GpuKernel
    static void neighboursSwapped(int n, int[] from, int[] to) {
        for (int i = 0; i < n; i++) {
            to[i ^ 1] = from[i];
        }
    }

    @GpuKernel
    static void scrambled(int n, int mask, int[] from, int[] to) {
        for (int i = 0; i < n; i++) {
            to[i ^ mask] = from[i] + i;
        }
    }

    @GpuKernel
    static void pairsExchanged(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            int low = (i & ~3) << 1 | i & 3;
            int first = a[low];
            a[low] = a[low | 4];
            a[low | 4] = first;
        }
    }

    @GpuKernel
    static void haarStage(int n, int half, float[] a) {
        for (int k = 0; k < n / 2; k++) {
            int j = k / half;
            int t = k % half;
            int low = j * 2 * half + t;
            int high = low + half;
            float difference = a[low] - a[high];
            a[low] += a[high];
            a[high] = difference;
        }
    }

    @GpuKernel
    static void walshTransform(int bits, float[] a) {
        for (int s = 0; s < bits; s++) {
            for (int k = 0; k < 1 << bits - 1; k++) {
                int half = 1 << s;
                int t = k & half - 1;
                int low = (k >> s << s + 1) + t;
                float difference = a[low] - a[low + half];
                a[low] += a[low + half];
                a[low + half] = difference;
            }
        }
    }

    @GpuKernel
    static void walshByMask(int n, float[] a) {
        for (int half = 1; half < n; half *= 2) {
            for (int k = 0; k < n / 2; k++) {
                int t = k & half - 1;
                int low = 2 * (k - t) + t;
                float difference = a[low] - a[low + half];
                a[low] += a[low + half];
                a[low + half] = difference;
            }
        }
    }

    @GpuKernel
    static void squares(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[i * i] += i;
        }
    }

    @GpuKernel
    static void packedTriangle(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                a[i * (i + 1) / 2 + j] += i * 100 + j;
            }
        }
    }

    @GpuKernel
    static void packedUpperTriangle(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                a[i * n - i * (i - 1) / 2 + j - i] += i * 100 + j;
            }
        }
    }

    @GpuKernel
    static void movedFromFar(int n, int distance, int[] a) {
        for (int i = 0; i < n; i++) {
            a[i] = a[i + distance] + 1;
        }
    }

    @GpuKernel
    static void clampedCopy(int n, int[] from, int[] to) {
        for (int i = 0; i < n; i++) {
            to[Math.min(i, n - 1)] = from[Math.max(i - 2, 0)] + from[Math.min(i + 2, n - 1)];
        }
    }

    @GpuKernel
    static void statistics(int[] x, int[] result) {
        for (int i = 0; i < x.length; i++) {
            Atomic.add(result, 0, x[i]);
            Atomic.max(result, 1, x[i]);
            Atomic.min(result, 2, x[i]);
            Atomic.increment(result, 0);
        }
    }

    @GpuKernel
    static void partReversed(int from, int to, int[] a) {
        int i = Math.max(from, 0);
        int j = Math.min(a.length, to) - 1;
        while (j > i) {
            int swapped = a[j];
            a[j] = a[i];
            a[i] = swapped;
            j--;
            i++;
        }
    }

    @GpuKernel
    static void runReversed(int at, int length, byte[] bytes) {
        for (int i = at, j = at + length - 1; i < j; i++, j--) {
            byte swapped = bytes[i];
            bytes[i] = bytes[j];
            bytes[j] = swapped;
        }
    }

    @GpuKernel
    static void halvesReversed(int from, int to, int[] a) {
        for (int i = from; i < from + (to - from) / 2; i++) {
            int swapped = a[i];
            a[i] = a[from + to - 1 - i];
            a[from + to - 1 - i] = swapped;
        }
    }

    @GpuKernel
    static void evenFromBelowZero(int from, int n, int[] o) {
        for (int i = from; i < n; i++) {
            if (i % 2 == 0) {
                o[i + 20] = o[i + 21];
            }
        }
    }

    @GpuKernel
    static void oddOnly(int n, int[] o) {
        for (int i = 0; i < n; i++) {
            if (i % 2 != 0) {
                o[i] = o[i + 1];
            }
        }
    }

    /** No inner iteration, so its step does not matter. */
    @GpuKernel
    static void noInnerIterations(int step, int h, int w, int[] o) {
        int p = 0;
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                o[p] = x;
                p += step;
            }
        }
        for (int i = 0; i < o.length; i++) {
            o[i]++;
        }
    }

    static void inputs(KernelInputs table) {
        table.loop("foldedPixels", () -> List.of(7, ints(100, 1)));
        table.throwing(ArithmeticException.class).loop("foldedByZero", () -> List.of(0, ints(40, 2)));
        table.loop("flatTranspose", () -> List.of(7, 9, ints(63, 3), new int[63]));
        table.loop("permutedAxes", () -> List.of(110, 5, 4, ints(120, 4), new int[120]));
        table.loop("rotated", () -> List.of(13, ints(50, 5), new int[50]));
        table.loop("neighboursSwapped", () -> List.of(50, ints(50, 6), new int[50]));
        table.loop("scrambled", () -> List.of(64, 37, ints(64, 7), new int[64]));
        table.loop("pairsExchanged", () -> List.of(32, ints(64, 8)));
        table.loop("haarStage", () -> List.of(96, 6, floats(96, 9, -1, 1)));
        table.loop("walshTransform", () -> List.of(6, floats(64, 10, -1, 1)));
        table.loop("walshByMask", () -> List.of(64, floats(64, 11, -1, 1)));
        table.loop("squares", () -> List.of(10, ints(90, 12)));
        table.loop("packedTriangle", () -> List.of(10, ints(60, 13)));
        table.loop("packedUpperTriangle", () -> List.of(10, ints(60, 14)));
        table.loop("movedFromFar", () -> List.of(30, 33, ints(70, 15)));
        table.loop("clampedCopy", () -> List.of(40, ints(40, 16), new int[40]));
        table.loop("statistics", () -> List.of(ints(90, 17), new int[3]));
        table.loop("partReversed", () -> List.of(-2, 61, ints(80, 18)));
        table.loop("runReversed", () -> List.of(9, 40, Seeded.bytes(60, 19)));
        table.throwing(ArrayIndexOutOfBoundsException.class).loop("halvesReversed", () -> List.of(3, 42, ints(40, 20)));
        table.loop("evenFromBelowZero", () -> List.of(-9, 12, ints(50, 18)));
        table.loop("oddOnly", () -> List.of(40, ints(50, 19)));
        table.loop("noInnerIterations", () -> List.of(2, 5, -3, ints(50, 20)));
    }
}
