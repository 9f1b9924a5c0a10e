package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Integral images (summed-area tables) and their kin: what runs along a row, and the row above. */
final class IntegralImageKernels {
    private static final int WIDTH = 13;
    private static final int HEIGHT = 9;
    private static final int SIZE = WIDTH * HEIGHT;

    private IntegralImageKernels() {}

    @GpuKernel
    static void firstRowApart(int w, int h, int[] image, int[] sums) {
        for (int y = 0; y < h; y++) {
            int row = 0;
            for (int x = 0; x < w; x++) {
                row += image[y * w + x];
                sums[y * w + x] = (y > 0 ? sums[(y - 1) * w + x] : 0) + row;
            }
        }
    }

    /** A row and a column of zeros before the others. */
    @GpuKernel
    static void withBorder(int w, int h, byte[] image, long[] sums) {
        for (int y = 1; y <= h; y++) {
            long row = 0;
            for (int x = 1; x <= w; x++) {
                row += image[(y - 1) * w + x - 1] & 0xff;
                sums[y * (w + 1) + x] = sums[(y - 1) * (w + 1) + x] + row;
            }
        }
    }

    @GpuKernel
    static void runningIndex(int w, int h, int[] image, int[] sums) {
        int row = 0;
        for (int x = 0; x < w; x++) {
            row += image[x];
            sums[x] = row;
        }
        int p = w;
        for (int y = 1; y < h; y++) {
            row = 0;
            for (int x = 0; x < w; x++, p++) {
                row += image[p];
                sums[p] = sums[p - w] + row;
            }
        }
    }

    /** Whole numbers, so that no order of sums shows. */
    @GpuKernel
    static void ofFloats(int w, int h, byte[] image, float[] sums) {
        for (int y = 1; y < h; y++) {
            float row = 0;
            for (int x = 0; x < w; x++) {
                row += image[y * w + x];
                sums[y * w + x] = sums[(y - 1) * w + x] + row;
            }
        }
    }

    /** The carried value before it changes, and more that follows from the place. */
    @GpuKernel
    static void exclusive(int w, int h, int[] image, int[] sums) {
        for (int y = h - 2; y >= 0; y--) {
            int greatest = Integer.MIN_VALUE;
            for (int x = w - 1; x >= 0; x--) {
                int below = sums[(y + 1) * w + x];
                sums[y * w + x] = below < 0 ? greatest ^ x : Math.max(below, greatest) - image[y * w + x] * y;
                greatest = Math.max(greatest, image[y * w + x]);
            }
        }
    }

    /** In a loop of the host's. */
    @GpuKernel
    static void inSteps(int steps, int w, int h, int[] image, int[] sums) {
        for (int step = 0; step < steps; step++) {
            for (int y = 1; y < h; y++) {
                int row = step;
                for (int x = 0; x < w; x++) {
                    row += image[y * w + x];
                    sums[y * w + x] = 3 * sums[(y - 1) * w + x] + row;
                }
            }
        }
    }

    /** What was there is read, too. */
    @GpuKernel
    static void addedTo(int w, int h, int[] image, int[] sums) {
        for (int y = 1; y < h; y++) {
            int row = 0;
            for (int x = 0; x < w; x++) {
                row += image[y * w + x];
                sums[y * w + x] += sums[(y - 1) * w + x] + row;
            }
        }
    }

    /** The row below is not yet computed when it is read. */
    @GpuKernel
    static void rowBelow(int w, int h, int[] image, int[] sums) {
        for (int y = 0; y < h - 1; y++) {
            int row = 0;
            for (int x = 0; x < w; x++) {
                row += image[y * w + x];
                sums[y * w + x] = sums[(y + 1) * w + x] + row;
            }
        }
    }

    /** The first row by another store. */
    @GpuKernel
    static void firstRowByItself(int w, int h, int[] image, int[] sums) {
        for (int y = 0; y < h; y++) {
            int row = 0;
            for (int x = 0; x < w; x++) {
                row += image[y * w + x];
                if (y == 0) {
                    sums[x] = row;
                } else {
                    sums[y * w + x] = sums[(y - 1) * w + x] + row;
                }
            }
        }
    }

    @GpuKernel
    static void pastTheEnd(int w, int h, int[] image, int[] sums) {
        for (int y = 1; y < h; y++) {
            int row = 0;
            for (int x = 0; x < w; x++) {
                row += image[y * w + x];
                sums[y * w + x] = sums[(y - 1) * w + x] + row;
            }
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("firstRowApart", () -> List.of(WIDTH, HEIGHT, ints(SIZE, 1), ints(SIZE, 2)));
        kernels.loop("withBorder", () -> List.of(WIDTH, HEIGHT, bytes(SIZE, 3), new long[(WIDTH + 1) * (HEIGHT + 1)]));
        kernels.loop("runningIndex", () -> List.of(WIDTH, HEIGHT, ints(SIZE, 4), ints(SIZE, 5)));
        kernels.loop("ofFloats", () -> List.of(WIDTH, HEIGHT, bytes(SIZE, 6), floats(SIZE, 7, -9, 9)));
        kernels.loop("exclusive", () -> List.of(WIDTH, HEIGHT, ints(SIZE, 8), ints(SIZE, 9)));
        kernels.loop("inSteps", () -> List.of(3, WIDTH, HEIGHT, ints(SIZE, 10), ints(SIZE, 11)));
        kernels.loop("addedTo", () -> List.of(WIDTH, HEIGHT, ints(SIZE, 12), ints(SIZE, 13)));
        kernels.loop("rowBelow", () -> List.of(WIDTH, HEIGHT, ints(SIZE, 14), ints(SIZE, 15)));
        kernels.loop("firstRowByItself", () -> List.of(WIDTH, HEIGHT, ints(SIZE, 18), ints(SIZE, 19)));
        kernels.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("pastTheEnd", () -> List.of(WIDTH, HEIGHT, ints(SIZE, 20), ints(SIZE - 5, 21)));
    }
}
