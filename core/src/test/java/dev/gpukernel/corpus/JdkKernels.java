package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.counting;
import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What Java code does before and between its loops: checks for null, copies and fills of arrays, comparisons of arrays. */
final class JdkKernels {
    private static final int WIDTH = 13;
    private static final int HEIGHT = 11;
    private static final int SIZE = WIDTH * HEIGHT;

    private JdkKernels() {}

    record Weights(float own, float other) {}

    private static double[] checked(double[] values) {
        if (values == null) {
            throw new IllegalArgumentException("no " + "values");
        }
        return values;
    }

    @GpuKernel
    static void checkedFirst(float[] x, float[] y, Weights weights) {
        if (x == null || y == null) {
            throw new IllegalArgumentException("no array");
        }
        Objects.requireNonNull(weights);
        if (x.length != y.length) {
            throw new IllegalArgumentException(x.length + " and " + y.length);
        }
        float[] out = Objects.requireNonNull(y, "y");
        for (int i = 0; i < x.length; i++) {
            out[i] = weights.own() * y[i] + weights.other() * x[i];
        }
    }

    @GpuKernel
    static void checkedByMethod(double[] values, int[] mask) {
        double[] known = checked(values);
        for (int i = 0; i < known.length; i++) {
            if (mask == null || mask[i] > 0) {
                known[i] = -known[i];
            }
        }
    }

    /** As libraries compute both a number and what is lost by rounding it, of which most callers want one. */
    private static double scaled(double value, double factor, double @Nullable [] rest) {
        double product = value * factor;
        if (rest != null) {
            rest[0] = Math.fma(value, factor, -product);
        }
        return product;
    }

    private static double scaledTwice(double value, double @Nullable [] weights, double @Nullable [] rest) {
        double[] own = weights;
        double factor = own != null ? own[1] : 3;
        own = null;
        return scaled(scaled(value, factor, own), factor, rest);
    }

    @GpuKernel
    static void nullForMethods(double[] x, double[] weights, double[] y) {
        for (int i = 0; i < x.length; i++) {
            double[] rest = new double[1];
            double product = scaledTwice(x[i], null, null) + scaledTwice(x[i], weights, rest);
            y[i] = scaledTwice(product, weights, null) + rest[0];
        }
    }

    @GpuKernel
    static void checkedByThreads(int[] x, int[] y) {
        int i = Grid.x();
        if (x != null && i < x.length) {
            y[i] = y == null ? 0 : x[i] * 3;
        }
    }

    @GpuKernel
    static void copied(int[] x, int from, int[] y, int to, int n) {
        System.arraycopy(x, from, y, to, n);
        for (int i = 0; i < n; i++) {
            y[i] += x[i];
        }
    }

    @GpuKernel
    static void pastTheSource(int[] x, int from, int[] y, int to, int n) {
        System.arraycopy(x, from, y, to, n);
    }

    @GpuKernel
    static void pastTheDestination(long[] x, int from, long[] y, int to, int n) {
        System.arraycopy(x, from, y, to, n);
    }

    @GpuKernel
    static void negativeLength(byte[] x, int n, byte[] y) {
        System.arraycopy(x, 1, y, 2, n);
    }

    /** The rows of an image, the last first. */
    @GpuKernel
    static void flipped(int w, int h, int[] x, int[] y) {
        for (int row = 0; row < h; row++) {
            System.arraycopy(x, row * w, y, (h - 1 - row) * w, w);
        }
    }

    /** Rows beyond the middle are too short for some. */
    @GpuKernel
    static void flippedTooFar(int w, int h, short[] x, short[] y) {
        for (int row = 0; row < h; row++) {
            System.arraycopy(x, row * w, y, row * w + row, w);
        }
    }

    /** Each thread shifts an array of its own, upwards and downwards. */
    @GpuKernel
    static void shifted(int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            int[] own = {x[i], 1, 2, 3, 4, 5, 6, 7};
            System.arraycopy(own, 0, own, 2, 6);
            System.arraycopy(own, 1, own, 0, x[i] & 7);
            int hash = 1;
            for (int value : own) {
                hash = 31 * hash + value;
            }
            y[i] = hash;
        }
    }

    /** What threads copy may be the array itself: Java reads first what would be overwritten. */
    @GpuKernel
    static void shiftedByThread(char[] x, char[] y, int at) {
        if (Grid.x() == 0) {
            System.arraycopy(x, at, y, at + 1, 5);
            System.arraycopy(y, at, x, at - 1, 5);
        }
    }

    @GpuKernel
    static void filledRows(int w, int h, float[] x) {
        for (int row = 0; row < h; row++) {
            Arrays.fill(x, row * w + 1, (row + 1) * w - 1, row * 0.5f);
        }
    }

    @GpuKernel
    static void filledThenCounted(double[] x, int[] at, int[] count) {
        Arrays.fill(count, -1);
        Arrays.fill(x, 2.5);
        for (int i = 0; i < at.length; i++) {
            count[at[i]]++;
        }
    }

    @GpuKernel
    static void filledTooFar(int from, int to, float[] x) {
        Arrays.fill(x, from, to, 1f);
    }

    @GpuKernel
    static void sameFloats(float[] x, float[] y, int[] out) {
        int same = (Arrays.equals(x, x) ? 1 : 0) + (Arrays.equals(x, y) ? 2 : 0);
        for (int i = 0; i < out.length; i++) {
            out[i] = same + i;
        }
    }

    @GpuKernel
    static void sameRows(int w, byte[] x, int[] same) {
        for (int i = 0; i < same.length; i++) {
            byte[] first = new byte[4];
            byte[] second = new byte[4];
            System.arraycopy(x, i * w, first, 0, 4);
            System.arraycopy(x, (i + 1) * w, second, 0, 4);
            same[i] = Arrays.equals(first, second) ? 1 : 0;
        }
    }

    @GpuKernel
    static void sameRuns(int w, short[] x, short[] y, int[] same) {
        for (int i = 0; i < same.length; i++) {
            same[i] = Arrays.equals(x, i * w, i * w + w, y, i, i + w) ? 1 : 0;
        }
    }

    /** The ranges of different threads are backwards, begin before the array, and end behind it. */
    @GpuKernel
    static void sameRunsOfThreads(int[] from, int[] to, long[] x, int[] same) {
        int i = Grid.x();
        if (i < same.length) {
            same[i] = Arrays.equals(x, from[i], to[i], x, 1, 3) ? 1 : 0;
        }
    }

    @GpuKernel
    static void sameRange(float[] x, int from, int to, float[] y, int begin, int end, int[] out) {
        int same = Arrays.equals(x, from, to, y, begin, end) ? 1 : 0;
        for (int i = 0; i < out.length; i++) {
            out[i] = same + i;
        }
    }

    @GpuKernel
    static void checkedIndex(int[] at, long[] x) {
        for (int i = 0; i < at.length; i++) {
            x[Objects.checkIndex(i, x.length)] = at[Objects.checkIndex(at[i], at.length)];
        }
    }

    @GpuKernel
    static void thrownWithNumber(int[] x) {
        for (int i = 0; i < x.length; i++) {
            if (x[i] < 0) {
                throw new IndexOutOfBoundsException(x[i]);
            }
            x[i]++;
        }
    }

    @GpuKernel
    static void assertedWithNumber(int[] x) {
        for (int i = 0; i < x.length; i++) {
            assert x[i] >= 0 : x[i] * 2L;
            x[i]++;
        }
    }

    /** A filter that runs over each row forth and back. */
    @GpuKernel
    static void forthAndBack(int w, int h, float[] x, float[] y) {
        for (int row = 0; row < h; row++) {
            float last = x[row * w];
            for (int i = 0; i < w; i++) {
                last = 0.5f * last + x[row * w + i];
                y[row * w + i] = last;
            }
            last = 0;
            for (int i = w - 1; i >= 0; i--) {
                last = 0.5f * last + x[row * w + i];
                y[row * w + i] += last;
            }
        }
    }

    static void inputs(KernelInputs kernels) {
        Class<ArrayIndexOutOfBoundsException> outOfRange = ArrayIndexOutOfBoundsException.class;
        kernels.loop("checkedFirst", () -> List.of(floats(50, 1, -9, 9), floats(50, 2, -9, 9), new Weights(2, -3)));
        kernels.loop("checkedByMethod", () -> List.of(doubles(50, 3, -9, 9), ints(50, 4)));
        kernels.loop("nullForMethods", () -> List.of(doubles(50, 3, -9, 9), doubles(2, 31, -9, 9), new double[50]));
        kernels.grid("checkedByThreads", 60, () -> List.of(ints(50, 5), new int[50]));
        kernels.loop("copied", () -> List.of(ints(50, 6), 3, ints(60, 7), 20, 40));
        kernels.throwing(outOfRange).loop("pastTheSource", () -> List.of(ints(50, 8), 15, ints(60, 9), 2, 40));
        kernels.throwing(outOfRange)
                .loop("pastTheDestination", () -> List.of(longs(50, 10), 5, longs(60, 11), 2, Integer.MAX_VALUE - 9));
        kernels.throwing(outOfRange).loop("negativeLength", () -> List.of(bytes(50, 12), -3, bytes(50, 13)));
        kernels.loop("flipped", () -> List.of(WIDTH, HEIGHT, ints(SIZE, 14), new int[SIZE]));
        kernels.throwing(outOfRange)
                .loop("flippedTooFar", () -> List.of(WIDTH, HEIGHT, new short[SIZE], new short[SIZE]));
        kernels.loop("shifted", () -> List.of(ints(50, 15), new int[50]));
        kernels.grid("shiftedByThread", 3, () -> List.of(characters(), characters(), 4));
        kernels.loop("filledRows", () -> List.of(WIDTH, HEIGHT, floats(SIZE, 16, -9, 9)));
        kernels.loop("filledThenCounted", () -> List.of(doubles(50, 17, 0, 1), ints(500, 18, 0, 20), new int[20]));
        kernels.throwing(IllegalArgumentException.class)
                .loop("filledTooFar", () -> List.of(5, 4, floats(50, 19, 0, 1)));
        kernels.loop(
                "sameFloats",
                () -> List.of(new float[] {1, Float.NaN, -0f}, new float[] {1, Float.NaN, 0}, new int[3]));
        kernels.loop("sameRows", () -> List.of(4, new byte[] {1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 5}, new int[2]));
        kernels.loop(
                "sameRuns",
                () -> List.of(2, new short[] {1, 2, 2, 3, 3, 5, 4, 5}, new short[] {1, 2, 3, 4, 5}, new int[4]));
        kernels.throwing(outOfRange)
                .grid(
                        "sameRunsOfThreads",
                        4,
                        () -> List.of(new int[] {1, 2, -1, 3}, new int[] {3, 5, 2, 2}, new long[4], new int[4]));
        kernels.loop(
                "sameRange", () -> List.of(floats(90, 22, -9, 9), 20, 70, floats(90, 22, -9, 9), 20, 70, new int[3]));
        kernels.throwing(IndexOutOfBoundsException.class)
                .loop("checkedIndex", () -> List.of(ints(50, 20, 0, 50), new long[47]));
        kernels.throwing(IndexOutOfBoundsException.class)
                .loop("thrownWithNumber", () -> List.of(counting(60, 120, -3)));
        kernels.failingAssertion().loop("assertedWithNumber", () -> List.of(counting(60, 120, -3)));
        kernels.loop("forthAndBack", () -> List.of(WIDTH, HEIGHT, floats(SIZE, 21, -9, 9), new float[SIZE]));
    }

    private static char[] characters() {
        return "abcdefghijklmnopqrst".toCharArray();
    }
}
