package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Atomic;
import java.util.List;

/** Plain loops as people have them, with the dependences that they have; one loop each. */
final class LoopKernels {
    private LoopKernels() {}

    @GpuKernel
    static void saxpy(float a, float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = a * x[i] + y[i];
        }
    }

    @GpuKernel
    static void scaleFromTo(int from, int to, double factor, double[] a) {
        for (int i = from; i < to; i++) {
            a[i] *= factor;
        }
    }

    @GpuKernel
    static void jacobi(float[] u, float[] v) {
        for (int i = 1; i < u.length - 1; i++) {
            v[i] = 0.5f * (u[i - 1] + u[i + 1]);
        }
    }

    /** Five points of a plane, row by row of one loop. */
    @GpuKernel
    static void interior(int w, float[] u, float[] v) {
        for (int i = w; i < u.length - w; i++) {
            int x = i % w;
            if (x > 0 && x < w - 1) {
                v[i] = 0.25f * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w]);
            }
        }
    }

    @GpuKernel
    static void reversal(int[] a) {
        for (int i = 0; i < a.length / 2; i++) {
            int first = a[i];
            a[i] = a[a.length - 1 - i];
            a[a.length - 1 - i] = first;
        }
    }

    @GpuKernel
    static void reversalByShift(int n, long[] a) {
        for (int i = 0; i < n >> 1; i++) {
            long first = a[i];
            a[i] = a[n - 1 - i];
            a[n - 1 - i] = first;
        }
    }

    /** The second half is added to the first. */
    @GpuKernel
    static void fold(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[i] += a[n + i];
        }
    }

    @GpuKernel
    static void evenFromOdd(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[2 * i] = a[2 * i + 1];
        }
    }

    @GpuKernel
    static void interleave(float[] re, float[] im, float[] complex) {
        for (int i = 0; i < re.length; i++) {
            complex[2 * i] = re[i];
            complex[2 * i + 1] = im[i];
        }
    }

    @GpuKernel
    static void deinterleave(float[] complex, float[] re, float[] im) {
        for (int i = 0; i < re.length; i++) {
            re[i] = complex[2 * i];
            im[i] = complex[2 * i + 1];
        }
    }

    @GpuKernel
    static void grey(byte[] rgb, byte[] grey) {
        for (int i = 0; i < grey.length; i++) {
            int sum = 77 * (rgb[3 * i] & 255) + 151 * (rgb[3 * i + 1] & 255) + 28 * (rgb[3 * i + 2] & 255);
            grey[i] = (byte) (sum >> 8);
        }
    }

    /** Blocks of four, each sorted by a loop of its own. */
    @GpuKernel
    static void sortFours(int[] a) {
        for (int i = 0; i < 16; i++) {
            for (int k = 0; k < 3; k++) {
                for (int j = 0; j < 3; j++) {
                    int left = a[4 * i + j];
                    int right = a[4 * i + j + 1];
                    a[4 * i + j] = Math.min(left, right);
                    a[4 * i + j + 1] = Math.max(left, right);
                }
            }
        }
    }

    @GpuKernel
    static void prefixOfEachBlock(int[] a) {
        for (int i = 0; i < 10; i++) {
            for (int k = 1; k < 8; k++) {
                a[8 * i + k] += a[8 * i + k - 1];
            }
        }
    }

    @GpuKernel
    static void histogramOfEachPart(byte[] data, int part, int[] counts) {
        for (int i = 0; i < 5; i++) {
            for (int k = 0; k < part; k++) {
                counts[256 * i + (data[i * part + k] & 255)]++;
            }
        }
    }

    @GpuKernel
    static void atomicHistogram(int[] data, int[] counts) {
        for (int i = 0; i < data.length; i++) {
            Atomic.add(counts, data[i], 1);
        }
    }

    @GpuKernel
    static void matrixVector(int columns, float[] a, float[] x, float[] y) {
        for (int row = 0; row < y.length; row++) {
            float sum = 0;
            for (int column = 0; column < columns; column++) {
                sum += a[row * columns + column] * x[column];
            }
            y[row] = sum;
        }
    }

    @GpuKernel
    static void matrixVectorInPlace(int columns, double[] a, double[] x, double[] y) {
        for (int row = 0; row < y.length; row++) {
            y[row] = 0;
            for (int column = 0; column < columns; column++) {
                y[row] += a[row * columns + column] * x[column];
            }
        }
    }

    /** A lower triangle, packed in rows of full length. */
    @GpuKernel
    static void lowerTriangle(int n, float[] a, float[] x, float[] y) {
        for (int row = 0; row < n; row++) {
            float sum = 0;
            for (int column = 0; column <= row; column++) {
                sum += a[row * n + column] * x[column];
            }
            y[row] = sum;
        }
    }

    @GpuKernel
    static void convolveClamped(float[] in, float[] weights, float[] out) {
        for (int i = 0; i < out.length; i++) {
            float sum = 0;
            for (int k = -2; k <= 2; k++) {
                int j = Math.min(Math.max(i + k, 0), in.length - 1);
                sum += weights[k + 2] * in[j];
            }
            out[i] = sum;
        }
    }

    @GpuKernel
    static void rotateInto(int by, long[] from, long[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[Math.floorMod(i + by, from.length)];
        }
    }

    /** The second loop begins at what the first one ends at. */
    @GpuKernel
    static void raisedHalvesReversed(int[] a) {
        for (int i = 0; i < a.length / 2; i++) {
            a[i] += i;
        }
        for (int i = a.length / 2 - 1; i >= 0; i--) {
            int first = a[i];
            a[i] = a[a.length - 1 - i];
            a[a.length - 1 - i] = first;
        }
    }

    static void inputs(KernelInputs table) {
        table.loop("saxpy", () -> List.of(1.5f, floats(100, 1, -1, 1), floats(100, 2, -1, 1)));
        table.loop("scaleFromTo", () -> List.of(7, 61, 0.3, doubles(80, 3, -5, 5)));
        table.loop("jacobi", () -> List.of(floats(90, 4, -1, 1), new float[90]));
        table.loop("interior", () -> List.of(9, floats(90, 5, -1, 1), new float[90]));
        table.loop("reversal", () -> List.of(ints(77, 6)));
        table.loop("reversalByShift", () -> List.of(50, longs(60, 7)));
        table.loop("fold", () -> List.of(40, ints(80, 8)));
        table.loop("evenFromOdd", () -> List.of(35, ints(70, 9)));
        table.loop("interleave", () -> List.of(floats(40, 10, 0, 1), floats(40, 11, 0, 1), new float[80]));
        table.loop("deinterleave", () -> List.of(floats(80, 12, 0, 1), new float[40], new float[40]));
        table.loop("grey", () -> List.of(Seeded.bytes(90, 13), new byte[30]));
        table.loop("sortFours", () -> List.of(ints(64, 15)));
        table.loop("prefixOfEachBlock", () -> List.of(ints(80, 16, -99, 99)));
        table.loop("histogramOfEachPart", () -> List.of(Seeded.bytes(200, 17), 40, new int[5 * 256]));
        table.loop("atomicHistogram", () -> List.of(ints(300, 18, 0, 32), new int[32]));
        table.loop("matrixVector", () -> List.of(12, floats(120, 19, -1, 1), floats(12, 20, -1, 1), new float[10]));
        table.loop(
                "matrixVectorInPlace",
                () -> List.of(12, doubles(120, 21, -1, 1), doubles(12, 22, -1, 1), new double[10]));
        table.loop("lowerTriangle", () -> List.of(11, floats(121, 23, -1, 1), floats(11, 24, -1, 1), new float[11]));
        table.loop("convolveClamped", () -> List.of(floats(50, 25, -1, 1), floats(5, 26, -1, 1), new float[50]));
        table.loop("raisedHalvesReversed", () -> List.of(ints(75, 29)));
        table.loop("rotateInto", () -> List.of(13, longs(50, 28), new long[50]));
    }
}
