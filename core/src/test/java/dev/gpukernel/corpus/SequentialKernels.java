package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Parallel;
import dev.gpukernel.Sequential;
import java.util.List;

/** Loops that run in their order, before, between, after and around parallel ones. */
@SuppressWarnings({"lossy-conversions", "NarrowingCompoundAssignment", "IntLongMath", "OperatorPrecedence"
}) // as people write it
final class SequentialKernels {
    private SequentialKernels() {}

    /** A search over the bins between two passes over all pixels. */
    @GpuKernel
    static int threshold(int[] pixels, int[] bins, int[] out, int wanted) {
        for (@Sequential int i = 0; i < pixels.length; i++) {
            bins[pixels[i] & 255]++;
        }
        int sum = 0;
        int at = -1;
        boolean found = false;
        for (@Sequential int t = 0; t < 256; t++) {
            sum += bins[t];
            if (sum >= wanted) {
                at = t;
                found = true;
                break;
            }
        }
        for (int i = 0; i < pixels.length; i++) {
            out[i] = (pixels[i] & 255) > at ? 1 : found ? 2 : 3;
        }
        return sum * 1000 + at;
    }

    /** The order of a sum of floats is that of the loop. */
    @GpuKernel
    static float runningSums(float[] x, float[] y, int steps) {
        float sum = 0;
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < x.length; i++) {
                x[i] = x[i] * 0.5f + step;
            }
            for (@Sequential int i = 0; i < x.length; i++) {
                sum += x[i];
                y[i] = sum;
            }
            for (int i = 0; i < x.length; i++) {
                y[i] += 1;
            }
        }
        return sum;
    }

    @GpuKernel
    static void elements(int[] x, int[] y) {
        int k = 0;
        for (@Sequential int v : x) {
            y[k] = v + (k > 0 ? y[k - 1] : 0);
            k += 1 + (v & 1);
        }
        for (int i = 0; i < x.length; i++) {
            x[i] = k;
        }
    }

    /** Is left in three ways, two of which end the kernel. */
    @GpuKernel
    static int search(int[] x, int key) {
        @Sequential int i = 0;
        while (true) {
            if (i >= x.length) {
                break;
            }
            if (x[i] == key) {
                return i;
            }
            if (x[i] == key + 1000) {
                return -2;
            }
            x[i]++;
            i += 2;
        }
        for (int k = 0; k < x.length; k++) {
            x[k] += i;
        }
        return -1;
    }

    /** The host runs the outermost loop for the parallel ones in it. */
    @GpuKernel
    static void luInPlace(double[] a, int n) {
        for (@Sequential int k = 0; k < n; k++) {
            for (int i = k + 1; i < n; i++) {
                a[i * n + k] /= a[k * n + k];
            }
            for (int i = k + 1; i < n; i++) {
                for (int j = k + 1; j < n; j++) {
                    a[i * n + j] -= a[i * n + k] * a[k * n + j];
                }
            }
        }
    }

    /** Neither loop is parallel: one thread runs both. */
    @GpuKernel
    static void paths(int[] a, int n) {
        for (@Sequential int i = 1; i < n; i++) {
            for (@Sequential int j = 1; j < n; j++) {
                a[i * n + j] += a[(i - 1) * n + j] + a[i * n + j - 1];
            }
        }
    }

    /** In a parallel loop it is each thread's own. */
    @GpuKernel
    static void rows(int[] a, int n) {
        for (int row = 0; row < n; row++) {
            for (@Sequential int j = 1; j < n; j++) {
                a[row * n + j] += a[row * n + j - 1];
            }
        }
    }

    @GpuKernel
    static int throwing(int[] a, int[] where, int n) {
        for (int i = 0; i < a.length; i++) {
            a[i] = i;
        }
        int s = 0;
        for (@Sequential int i = 0; i < n; i++) {
            s += a[where[i]];
            a[where[i]] = 100 / (s - 7);
        }
        for (int i = 0; i < a.length; i++) {
            a[i] += s;
        }
        return s;
    }

    @GpuKernel
    static long continued(long[] a, int n) {
        long c = 1;
        outer:
        for (@Sequential int i = 0; i < n; i++) {
            for (int j = 0; j < 3; j++) {
                if (a[i] % 5 == j) {
                    continue outer;
                }
                if (a[i] == 17) {
                    break outer;
                }
                c = c * 31 + a[i];
            }
            a[i] = c;
        }
        return c;
    }

    /** No iteration, and values of every type that stay as they were. */
    @GpuKernel
    static double untouched(int n, byte[] out, double d, float f, long l, byte b, boolean z) {
        for (@Sequential int i = 0; i < n; i++) {
            if (out[i] > 3) {
                d = i;
                f += i;
                l -= i;
                b = (byte) (b + 100);
                z = !z;
            }
        }
        for (int i = 0; i < out.length; i++) {
            out[i] = z ? b : (byte) l;
        }
        return d + f;
    }

    /** The 1 of the bound is the 1 of the next loop's step. */
    @GpuKernel
    static int sharedConstants(int[] x, int[] out) {
        int sum = 1000;
        for (@Sequential int i = 0; i <= x.length - 1; i++) {
            sum = sum * 3 + x[i];
        }
        for (int r = 0; r < (sum & 15); r++) {
            out[r] = r * 3 + 1;
        }
        return sum;
    }

    private static void running(int[] x, int from) {
        for (@Sequential int i = from; i < x.length; i++) {
            x[i] += x[i - 1] * 3;
        }
    }

    private static int running(int[] x, int row, int columns) {
        int sum = 0;
        for (@Sequential int i = 0; i < columns; i++) {
            sum = sum * 7 + x[row * columns + i];
            x[row * columns + i] = sum;
            if (sum == 12345) {
                break;
            }
        }
        return sum;
    }

    private static void scattered(int[] x, int[] places, int[] y) {
        for (@Parallel int i = 0; i < places.length; i++) {
            x[places[i]] = y[i];
        }
    }

    /** Loops of methods are marked: in a loop of the host, and in an iteration. */
    @GpuKernel
    static void called(int[] x, int[] y, int[] places, int columns) {
        for (int step = 0; step < 3; step++) {
            running(x, 1);
            for (int i = 0; i < places.length; i++) {
                y[i] += running(x, i, columns);
            }
            scattered(x, places, y);
        }
    }

    /** A line of pixels: the marked variable is there for the mark alone. */
    @SuppressWarnings("UnusedVariable") // it is there for its mark
    @GpuKernel
    static void line(byte[] pixels, int w, int x0, int y0, int x1, int y1) {
        int dx = Math.abs(x1 - x0);
        int dy = -Math.abs(y1 - y0);
        int error = dx + dy;
        int x = x0;
        int y = y0;
        for (@Sequential int step = 0; ; step++) {
            pixels[y * w + x] = (byte) 255;
            if (x == x1 && y == y1) {
                break;
            }
            int twice = 2 * error;
            if (twice >= dy) {
                error += dy;
                x += x0 < x1 ? 1 : -1;
            }
            if (twice <= dx) {
                error += dx;
                y += y0 < y1 ? 1 : -1;
            }
        }
    }

    /** The marked variable is always what another one is, too. */
    @SuppressWarnings("UnusedVariable") // it is there for its mark
    @GpuKernel
    static int mergeOrder(int[] a, int[] b) {
        int p = 0;
        int q = 0;
        int n = 0;
        for (@Sequential int i = 0; ; i++) {
            if (p >= a.length || q >= b.length) {
                return n;
            }
            if (a[p] < b[q]) {
                a[p++] = n;
            } else {
                b[q++] = n;
            }
            n++;
        }
    }

    /** The host goes through steps that nothing counts. */
    @SuppressWarnings("UnusedVariable") // it is there for its mark
    @GpuKernel
    static int halvings(int[] a) {
        int rounds = 0;
        for (@Sequential long step = 0; ; step += 2) {
            int left = 0;
            for (int i = 0; i < a.length; i++) {
                a[i] >>= 1;
                left |= a[i];
            }
            rounds++;
            if (left == 0) {
                return rounds;
            }
        }
    }

    /** A loop without a variable in its head is marked at one that changes in it. */
    @GpuKernel
    static int decoded(byte[] in, int[] out) {
        int n = 0;
        @Sequential int at = 0;
        while (at < in.length) {
            int value = 0;
            int shift = 0;
            byte next;
            do {
                next = in[at++];
                value |= (next & 127) << shift;
                shift += 7;
            } while (next < 0);
            out[n++] = value;
        }
        return n;
    }

    static void inputs(KernelInputs table) {
        table.loop("line", () -> List.of(new byte[200], 20, 17, 2, 3, 8));
        table.loop("mergeOrder", () -> List.of(ints(40, 42, 0, 90), ints(50, 43, 0, 90)));
        table.loop("halvings", () -> List.of(ints(40, 44, 0, 5000)));
        table.loop("decoded", () -> List.of(new byte[] {5, -84, 2, 0, -1, -1, 3, 127}, new int[8]));
        table.loop("called", () -> List.of(ints(20, 9), new int[5], new int[] {4, 0, 3, 19, 7}, 4));
        table.loop("sharedConstants", () -> List.of(ints(60, 41), new int[16]));
        table.loop("threshold", () -> List.of(ints(300, 1), new int[256], new int[300], 150));
        table.loop("runningSums", () -> List.of(floats(70, 2, -1, 1), new float[70], 3));
        table.loop("elements", () -> List.of(ints(60, 3), new int[130]));
        table.loop("search", () -> List.of(ints(60, 4), 12345));
        table.loop("luInPlace", () -> List.of(doubles(64, 5, 1, 2), 8));
        table.loop("paths", () -> List.of(ints(81, 6), 9));
        table.loop("rows", () -> List.of(ints(81, 7), 9));
        table.throwing(ArithmeticException.class)
                .loop("throwing", () -> List.of(new int[10], new int[] {1, 2, 4, 4, 5}, 5));
        table.loop("continued", () -> List.of(new long[] {3, 4, 8, 14, 5, 9, 17, 4}, 8));
        table.loop("untouched", () -> List.of(20, Seeded.bytes(20, 8), 1.5, 2.5f, 7L, (byte) 100, true));
    }
}
