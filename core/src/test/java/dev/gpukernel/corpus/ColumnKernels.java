package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Parallel;
import java.util.List;

/** Loops in order around parallel ones, each column of an array by itself: they are exchanged where nothing can be thrown. */
final class ColumnKernels {
    private static final int WIDTH = 13;
    private static final int HEIGHT = 9;
    private static final int SIZE = WIDTH * HEIGHT;

    private ColumnKernels() {}

    @GpuKernel
    static void scan(int w, int h, float[] x, float[] y) {
        for (int i = 1; i < h; i++) {
            for (int j = 0; j < w; j++) {
                y[i * w + j] = y[(i - 1) * w + j] + x[i * w + j];
            }
        }
    }

    /** One array for both is as good. */
    @GpuKernel
    static void inPlaceUpwards(int w, int h, double[] y) {
        for (int i = h - 2; i >= 0; i--) {
            for (int j = 0; j < w; j++) {
                y[i * w + j] += y[(i + 1) * w + j];
            }
        }
    }

    @GpuKernel
    static void runningRow(int w, int h, float[] s, float[] x, float[] y) {
        for (int i = 0; i < h; i++) {
            for (int j = 0; j < w; j++) {
                s[j] += x[i * w + j];
                y[i * w + j] = s[j];
            }
        }
    }

    @GpuKernel
    static void conditional(int w, int h, int[] x, int[] y) {
        for (int i = 1; i < h; i++) {
            int row = i * w;
            int above = row - w;
            for (int j = 0; j < w; j++) {
                int v = x[row + j];
                if (v < 0) {
                    continue;
                }
                y[row + j] = (v & 1) == 0 ? y[above + j] + v : y[above + j] - v;
            }
        }
    }

    @GpuKernel
    static void runningIndex(int w, int h, long[] x, long[] y) {
        int p = w;
        for (int i = 1; i < h; i++) {
            for (int j = 0; j < w; j++) {
                y[p] = Math.max(y[p - w], x[p]);
                p++;
            }
        }
    }

    /** Three loops, the outermost of which becomes the innermost. */
    @GpuKernel
    static void volume(int w, int h, int d, int[] v) {
        for (int z = 1; z < d; z++) {
            for (int y = 0; y < h; y++) {
                for (int x = 0; x < w; x++) {
                    v[(z * h + y) * w + x] += v[((z - 1) * h + y) * w + x];
                }
            }
        }
    }

    @GpuKernel
    static void outerProducts(int n, float[] a, float[] b, float[] c) {
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    c[i * n + j] += a[i * n + k] * b[k * n + j];
                }
            }
        }
    }

    @GpuKernel
    static void boxBlur(int r, int w, int h, int[] s, int[] x, int[] y) {
        for (int i = 0; i < h; i++) {
            for (int j = 0; j < w; j++) {
                if (i + r < h) {
                    s[j] += x[(i + r) * w + j];
                }
                if (i - r - 1 >= 0) {
                    s[j] -= x[(i - r - 1) * w + j];
                }
                y[i * w + j] = s[j] / (2 * r + 1);
            }
        }
    }

    @GpuKernel
    static void steps(int steps, float[] u) {
        for (int t = 0; t < steps; t++) {
            for (int i = 0; i < u.length; i++) {
                u[i] = u[i] * 0.75f + t;
            }
        }
    }

    @GpuKernel
    static void evenColumns(long w, long h, int[] y) {
        for (long i = 1; i < h; i++) {
            for (long j = 0; j < w; j += 2) {
                y[(int) (i * w + j)] ^= y[(int) ((i - 1) * w + j)];
            }
        }
    }

    @GpuKernel
    static void greatest(int h, byte[] a, byte[] m) {
        for (int i = 0; i < h; i++) {
            for (int j = m.length - 1; j >= 0; j--) {
                if (a[i * m.length + j] > m[j]) {
                    m[j] = a[i * m.length + j];
                }
            }
        }
    }

    /** What else it does is in another loop. */
    @GpuKernel
    static int integralImage(int w, int h, int[] s) {
        for (int i = 0; i < h; i++) {
            for (int j = 1; j < w; j++) {
                s[i * w + j] += s[i * w + j - 1];
            }
        }
        for (int i = 1; i < h; i++) {
            for (int j = 0; j < w; j++) {
                s[i * w + j] += s[(i - 1) * w + j];
            }
        }
        return s[h * w - 1];
    }

    /** In a loop of the host's. */
    @GpuKernel
    static void again(int times, int w, int h, int[] x, int[] y) {
        for (int t = 0; t < times; t++) {
            for (int i = t; i < h; i++) {
                for (int j = t; j < w; j++) {
                    y[j] = 3 * y[j] + x[i * w + j];
                }
            }
            for (int j = 1; j < w; j++) {
                x[j] = y[j - 1];
            }
        }
    }

    /** A column reads its neighbour. */
    @GpuKernel
    static void diagonal(int w, int h, int[] y) {
        for (int i = 1; i < h; i++) {
            for (int j = 1; j < w; j++) {
                y[i * w + j] += y[(i - 1) * w + j - 1];
            }
        }
    }

    /** The mark is for one iteration of the outer loop. */
    @GpuKernel
    static void markedDiagonal(int w, int h, int[] y) {
        for (int i = 1; i < h; i++) {
            for (@Parallel int j = 0; j < w - 1; j++) {
                y[i * w + j] += y[(i - 1) * w + j + 1];
            }
        }
    }

    /** No row but the last is too long. */
    @GpuKernel
    static void pastTheEnd(int w, int h, int[] x, int[] y) {
        for (int i = 0; i < h; i++) {
            for (int j = 0; j < w; j++) {
                y[j] = 3 * y[j] + x[i * w + j];
            }
        }
    }

    @GpuKernel
    static void divides(int w, int h, int d, int[] x, int[] y) {
        for (int i = 0; i < h; i++) {
            for (int j = 0; j < w; j++) {
                y[j] = 3 * y[j] + x[i * w + j] / (d - i);
            }
        }
    }

    /** Which element it is, is known only when it is read. */
    @GpuKernel
    static void looked(int w, int h, int[] at, int[] x, int[] y) {
        for (int i = 0; i < h; i++) {
            for (int j = 0; j < w; j++) {
                y[j] = 3 * y[j] + x[at[i * w + j]];
            }
        }
    }

    /** Index i * w wraps around and is in range for some rows. */
    @GpuKernel
    static void wraps(int w, int from, int to, int[] y) {
        for (int i = from; i < to; i++) {
            for (int j = 0; j < 16; j++) {
                y[i * w + j] = 3 * y[i * w + j] + i;
            }
        }
    }

    /** Rows are parallel, but what is in a row runs on in each step of time: the loop over time must stay around it. */
    @GpuKernel
    static void rowsInSteps(int w, int h, int steps, byte[] y) {
        for (int t = 0; t < steps; t++) {
            for (int i = 0; i < h; i++) {
                for (int j = 1; j < w; j++) {
                    y[i * w + j] += y[i * w + j - 1];
                }
            }
        }
    }

    /** Only updates, but a launch for each column is better than a thread for each. */
    @GpuKernel
    static void updatedTriangle(int n, long[] a, long[] factors) {
        for (int column = 0; column < n - 1; column++) {
            for (int i = column + 1; i < n; i++) {
                for (int j = column + 1; j < n; j++) {
                    a[i * n + j] += factors[i] * j - column;
                }
            }
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("updatedTriangle", () -> List.of(9, longs(81, 31), longs(9, 32)));
        kernels.loop("rowsInSteps", () -> List.of(WIDTH, HEIGHT, 4, bytes(SIZE, 21)));
        kernels.loop("scan", () -> List.of(WIDTH, HEIGHT, floats(SIZE, 1, -9, 9), floats(SIZE, 2, -9, 9)));
        kernels.loop("inPlaceUpwards", () -> List.of(WIDTH, HEIGHT, doubles(SIZE, 3, -9, 9)));
        kernels.loop(
                "runningRow",
                () -> List.of(WIDTH, HEIGHT, floats(WIDTH, 4, -9, 9), floats(SIZE, 5, -9, 9), new float[SIZE]));
        kernels.loop("conditional", () -> List.of(WIDTH, HEIGHT, ints(SIZE, 6), ints(SIZE, 7)));
        kernels.loop("runningIndex", () -> List.of(WIDTH, HEIGHT, longs(SIZE, 8), longs(SIZE, 9)));
        kernels.loop("volume", () -> List.of(5, 4, 6, ints(120, 10)));
        kernels.loop(
                "outerProducts", () -> List.of(7, floats(49, 11, -9, 9), floats(49, 12, -9, 9), floats(49, 13, -9, 9)));
        kernels.loop("boxBlur", () -> List.of(2, WIDTH, HEIGHT, new int[WIDTH], ints(SIZE, 14), new int[SIZE]));
        kernels.loop("steps", () -> List.of(7, floats(40, 15, -9, 9)));
        kernels.loop("evenColumns", () -> List.of((long) WIDTH, (long) HEIGHT, ints(SIZE, 16)));
        kernels.loop("greatest", () -> List.of(5, bytes(60, 17), bytes(12, 18)));
        kernels.loop("integralImage", () -> List.of(WIDTH, HEIGHT, ints(SIZE, 19)));
        kernels.loop("again", () -> List.of(3, WIDTH, HEIGHT, ints(SIZE, 20), ints(WIDTH, 21)));
        kernels.loop("diagonal", () -> List.of(WIDTH, HEIGHT, ints(SIZE, 22)));
        kernels.loop("markedDiagonal", () -> List.of(WIDTH, HEIGHT, ints(SIZE, 23)));
        kernels.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("pastTheEnd", () -> List.of(WIDTH, HEIGHT, ints(SIZE - 5, 24), ints(WIDTH, 25)));
        kernels.throwing(ArithmeticException.class)
                .loop("divides", () -> List.of(WIDTH, HEIGHT, 4, ints(SIZE, 26), ints(WIDTH, 27)));
        kernels.loop(
                "looked",
                () -> List.of(3, 4, new int[] {4, 3, 2, 1, 0, 1, 2, 3, 4, 3, 2, 1}, ints(5, 28), ints(3, 29)));
        kernels.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("wraps", () -> List.of(1 << 30, 4, 7, ints(16, 30)));
    }
}
