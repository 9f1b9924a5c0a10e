package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Every second or third element of a row, from another one in each row: all of a colour are independent. */
final class CheckerboardKernels {
    private static final int WIDTH = 13;
    private static final int HEIGHT = 10;
    private static final int SIZE = WIDTH * HEIGHT;

    private CheckerboardKernels() {}

    @GpuKernel
    static void blackFields(int w, int h, int[] board) {
        for (int y = 0; y < h; y++) {
            for (int x = y % 2; x < w; x += 2) {
                board[y * w + x] = 10 * y + x;
            }
        }
    }

    /** Red-black Gauss-Seidel. */
    @GpuKernel
    static void redBlack(int steps, int w, int h, float[] u) {
        for (int step = 0; step < steps; step++) {
            for (int c = 0; c < 2; c++) {
                for (int y = 1; y < h - 1; y++) {
                    for (int x = 1 + (y + c) % 2; x < w - 1; x += 2) {
                        u[y * w + x] =
                                0.25f * (u[y * w + x - 1] + u[y * w + x + 1] + u[(y - 1) * w + x] + u[(y + 1) * w + x]);
                    }
                }
            }
        }
    }

    /** Over-relaxation, two sweeps, with bits for the remainder. */
    @GpuKernel
    static void overRelaxation(int w, int h, double omega, double[] u) {
        for (int i = 1; i < h - 1; i++) {
            for (int j = 1 + (i & 1); j < w - 1; j += 2) {
                double r = u[i * w + j + 1] + u[i * w + j - 1] + u[(i + 1) * w + j] + u[(i - 1) * w + j];
                u[i * w + j] += omega * (r / 4 - u[i * w + j]);
            }
        }
        for (int i = 1; i < h - 1; i++) {
            for (int j = 2 - (i & 1); j < w - 1; j += 2) {
                double r = u[i * w + j + 1] + u[i * w + j - 1] + u[(i + 1) * w + j] + u[(i - 1) * w + j];
                u[i * w + j] += omega * (r / 4 - u[i * w + j]);
            }
        }
    }

    /** The index runs along the row. */
    @GpuKernel
    static void byIndex(int colour, int w, int h, int[] u) {
        for (int y = 1; y < h - 1; y++) {
            for (int i = y * w + 1 + (y + colour & 1); i < (y + 1) * w - 1; i += 2) {
                u[i] = u[i - 1] + 3 * u[i + 1] - u[i - w] + 5 * u[i + w];
            }
        }
    }

    @GpuKernel
    static void threeColours(int w, int h, long[] u) {
        for (int y = 1; y < h; y++) {
            for (int x = 1 + y % 3; x <= w - 2; x += 3) {
                u[y * w + x] += u[y * w + x - 1] ^ 2 * u[y * w + x + 1];
            }
        }
    }

    @GpuKernel
    static void fromTheRight(int w, int h, int[] u) {
        for (int y = h - 1; y >= 1; y--) {
            for (int x = w - 2; x > 0; x--) {
                u[y * w + x] *= 3;
            }
        }
        for (int y = 1; y < h; y++) {
            for (int x = 11 - (y & 1); x >= 0; x -= 2) {
                u[y * w + x] -= 2 * u[(y - 1) * w + x] + u[y * w + x + 1];
            }
        }
    }

    /** What is above is of the same colour. */
    @GpuKernel
    static void sameColourAbove(int w, int h, int[] u) {
        for (int y = 2; y < h; y++) {
            for (int x = y & 1; x < w; x += 2) {
                u[y * w + x] += 3 * u[(y - 2) * w + x];
            }
        }
    }

    /** Some rows begin behind the end of the array. */
    @GpuKernel
    static void pastTheEnd(int w, int h, int[] u) {
        for (int y = 0; y < h; y++) {
            for (int x = 1 - (y & 1); x < w; x += 2) {
                u[y * w + x] = y - x;
            }
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("blackFields", () -> List.of(WIDTH, HEIGHT, ints(SIZE, 1)));
        kernels.loop("redBlack", () -> List.of(3, WIDTH, HEIGHT, floats(SIZE, 2, -9, 9)));
        kernels.loop("overRelaxation", () -> List.of(WIDTH, HEIGHT, 1.5, doubles(SIZE, 3, -9, 9)));
        kernels.loop("byIndex", () -> List.of(1, WIDTH, HEIGHT, ints(SIZE, 4)));
        kernels.loop("threeColours", () -> List.of(WIDTH, HEIGHT, longs(SIZE, 5)));
        kernels.loop("fromTheRight", () -> List.of(WIDTH, HEIGHT, ints(SIZE, 6)));
        kernels.loop("sameColourAbove", () -> List.of(WIDTH, HEIGHT, ints(SIZE, 7)));
        kernels.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("pastTheEnd", () -> List.of(WIDTH, HEIGHT, ints(SIZE - 20, 8)));
    }
}
