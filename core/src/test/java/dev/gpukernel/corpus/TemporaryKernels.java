package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Parallel;
import dev.gpukernel.Sequential;
import dev.gpukernel.device.Grid;
import java.util.Arrays;
import java.util.List;

/** Kernels that make arrays in their iterations or threads, of lengths that the arguments tell, as Java methods do. */
final class TemporaryKernels {
    private TemporaryKernels() {}

    static void inputs(KernelInputs table) {
        table.loop("median", () -> List.of(floats(500, 1, -9, 9), 3, new float[500]));
        table.loop("nearest", () -> List.of(doubles(120, 2, -9, 9), doubles(30, 3, -9, 9), 3, new double[40]));
        table.loop("polynomials", () -> List.of(doubles(60, 4, -2, 2), 6, doubles(50, 5, -1, 1), new double[10]));
        table.loop("modes", () -> List.of(bytes(600, 6), 20, 16, new int[30]));
        table.loop("sums", () -> List.of(ints(700, 7), 7));
        table.loop("running", () -> List.of(ints(400, 8, -99, 99), 5, new int[400]));
        table.loop("filtered", () -> List.of(ints(400, 9, -99, 99), 4, new int[400]));
        table.loop("best", () -> List.of(longs(300, 10), 6));
        table.loop("found", () -> List.of(ints(900, 11, 0, 40), 6, 90));
        table.loop("copies", () -> List.of(ints(300, 12), 10, new int[300]));
        table.loop("inOrder", () -> List.of(ints(90, 13), 9, new int[90]));
        table.loop("inSteps", () -> List.of(ints(200, 14), 3, 5, new int[200]));
        table.loop("marked", () -> List.of(floats(200, 15, -1, 1), 10, new float[200]));
        table.loop("nested", () -> List.of(ints(240, 16), 12, 20, new int[240]));
        table.loop("grid", () -> List.of(ints(64, 17), 4, new long[64]));
        table.loop("sometimes", () -> List.of(ints(300, 18, -9, 9), 6, new int[300]));
        table.throwing(NegativeArraySizeException.class).loop("negative", () -> List.of(ints(50, 19), -4, new int[50]));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("tooShort", () -> List.of(ints(50, 20), 8, new int[50]));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("tooFar", () -> List.of(ints(50, 20), 8, new int[50]));
        table.grid("sorted", 30, () -> List.of(ints(200, 21), 5, new int[40]));
        table.grid("histogram", 20, () -> List.of(bytes(500, 22), 25, new int[20]));
        table.grid("matrices", 8, () -> List.of(doubles(300, 23, -2, 2), 5, new double[12]));
    }

    /** The median of a window, whose elements are sorted in an array of the iteration. */
    @GpuKernel
    static void median(float[] x, int radius, float[] y) {
        for (int i = 0; i < x.length; i++) {
            float[] window = new float[2 * radius + 1];
            for (int k = 0; k < window.length; k++) {
                int at = Math.max(0, Math.min(x.length - 1, i + k - radius));
                window[k] = x[at];
            }
            for (int k = 1; k < window.length; k++) {
                float value = window[k];
                int j = k - 1;
                while (j >= 0 && window[j] > value) {
                    window[j + 1] = window[j];
                    j--;
                }
                window[j + 1] = value;
            }
            y[i] = window[radius];
        }
    }

    /** Distances to all points, of which the least are taken one after another. */
    @GpuKernel
    static void nearest(double[] points, double[] queries, int count, double[] found) {
        for (int q = 0; q < queries.length; q++) {
            double[] distances = new double[points.length];
            for (int i = 0; i < points.length; i++) {
                distances[i] = Math.abs(points[i] - queries[q]);
            }
            double sum = 0;
            for (int round = 0; round < count; round++) {
                int best = 0;
                for (int i = 1; i < distances.length; i++) {
                    if (distances[i] < distances[best]) {
                        best = i;
                    }
                }
                sum += distances[best];
                distances[best] = Double.MAX_VALUE;
            }
            found[q] = sum;
        }
    }

    /** Horner's scheme for a derivative: a row of coefficients is copied and changed. */
    @GpuKernel
    static void polynomials(double[] coefficients, int degree, double[] x, double[] y) {
        for (int p = 0; p < y.length; p++) {
            double[] own = Arrays.copyOfRange(coefficients, p * degree, p * degree + degree);
            for (int order = 0; order < 2; order++) {
                for (int k = 0; k < degree - 1; k++) {
                    own[k] = (k + 1) * own[k + 1];
                }
                own[degree - 1] = 0;
            }
            double sum = 0;
            for (int i = 0; i < x.length; i++) {
                double value = 0;
                for (int k = degree - 1; k >= 0; k--) {
                    value = value * x[i] + own[k];
                }
                sum += value;
            }
            y[p] = sum;
        }
    }

    /** The most frequent value of each row. */
    @GpuKernel
    static void modes(byte[] x, int columns, int values, int[] modes) {
        for (int row = 0; row < modes.length; row++) {
            int[] counts = new int[values];
            for (int j = 0; j < columns; j++) {
                counts[(x[row * columns + j] & 0xff) % values]++;
            }
            int best = 0;
            for (int v = 1; v < values; v++) {
                if (counts[v] > counts[best]) {
                    best = v;
                }
            }
            modes[row] = best;
        }
    }

    /** In a reduction. */
    @GpuKernel
    static long sums(int[] x, int width) {
        long sum = 0;
        for (int i = 0; i < x.length - width; i++) {
            long[] part = new long[width];
            part[0] = x[i];
            for (int k = 1; k < width; k++) {
                part[k] = 3 * part[k - 1] + x[i + k];
            }
            sum += part[width - 1] ^ part[width / 2];
        }
        return sum;
    }

    /** In a loop with a running value. */
    @GpuKernel
    static void running(int[] x, int width, int[] y) {
        int total = 0;
        for (int i = 0; i < x.length; i++) {
            int[] digits = new int[width];
            int rest = Math.abs(x[i]);
            for (int k = 0; k < width; k++) {
                digits[k] = rest % 3;
                rest /= 3;
            }
            int value = 0;
            for (int k = 0; k < width; k++) {
                value = value * 3 + digits[k];
            }
            total += value;
            y[i] = total;
        }
    }

    /** In a filter. */
    @GpuKernel
    static int filtered(int[] x, int width, int[] out) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            boolean[] seen = new boolean[width];
            int different = 0;
            for (int k = i; k < Math.min(i + 3, x.length); k++) {
                int bucket = Math.floorMod(x[k], width);
                different += seen[bucket] ? 0 : 1;
                seen[bucket] = true;
            }
            if (different == 3) {
                out[n++] = x[i];
            }
        }
        return n;
    }

    /** In a search for the best iteration. */
    @GpuKernel
    static int best(long[] x, int width) {
        long least = Long.MAX_VALUE;
        int at = -1;
        for (int i = 0; i + width <= x.length; i++) {
            long[] own = new long[width];
            System.arraycopy(x, i, own, 0, width);
            for (int k = 1; k < width; k++) {
                own[k] ^= own[k - 1] >>> 1;
            }
            if (own[width - 1] < least) {
                least = own[width - 1];
                at = i;
            }
        }
        return at;
    }

    /** In a search. */
    @GpuKernel
    static int found(int[] x, int width, int limit) {
        for (int i = 0; i + width <= x.length; i++) {
            int[] sums = new int[width];
            sums[0] = x[i];
            for (int k = 1; k < width; k++) {
                sums[k] = sums[k - 1] + x[i + k];
            }
            if (sums[width - 1] > limit && sums[width / 2] % 2 == 0) {
                return i;
            }
        }
        return -1;
    }

    /** Copies of the JDK, of arrays of the iteration and of others. */
    @GpuKernel
    static void copies(int[] x, int width, int[] y) {
        for (int row = 0; row < x.length / width; row++) {
            int[] own = new int[width];
            System.arraycopy(x, row * width, own, 0, width);
            int[] twice = Arrays.copyOf(own, 2 * width);
            int[] same = own.clone();
            Arrays.fill(same, 0, width / 2, 7);
            for (int k = 0; k < width; k++) {
                twice[width + k] = same[width - 1 - k];
            }
            for (int k = 0; k < width; k++) {
                y[row * width + k] = twice[2 * k] + (Arrays.equals(own, same) ? 1 : 0);
            }
        }
    }

    /** One thread makes them, one after another. */
    @GpuKernel
    static void inOrder(int[] x, int width, int[] y) {
        int carried = 1;
        for (@Sequential int i = 0; i + width <= x.length; i++) {
            int[] own = new int[width];
            for (int k = 0; k < width; k++) {
                own[k] = x[i + k] * carried;
            }
            carried = 31 * carried + own[width / 2];
            y[i] = carried;
        }
    }

    /** The host makes one for each step, and iterations some of their own. */
    @GpuKernel
    static void inSteps(int[] x, int steps, int width, int[] y) {
        for (int step = 0; step < steps; step++) {
            int[] all = new int[x.length];
            for (int i = 0; i < x.length; i++) {
                int[] own = new int[width + step];
                for (int k = 0; k < own.length; k++) {
                    own[k] = k == 0 ? x[i] : own[k - 1] * 5 + k;
                }
                all[i] = own[own.length - 1];
            }
            for (int i = 0; i < x.length; i++) {
                y[i] += all[x.length - 1 - i];
            }
        }
    }

    /** What is in the iteration could be loops of the host's. */
    @GpuKernel
    static void marked(float[] x, int width, float[] y) {
        for (@Parallel int row = 0; row < x.length / width; row++) {
            float[] own = new float[width];
            for (int j = 0; j < width; j++) {
                own[j] = 2 * x[row * width + j];
            }
            for (int j = 0; j < width; j++) {
                y[row * width + j] = own[width - 1 - j] + own[j];
            }
        }
    }

    /** Two loops are split. */
    @GpuKernel
    static void nested(int[] x, int rows, int columns, int[] y) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                int[] own = new int[columns];
                for (int k = 0; k < columns; k++) {
                    own[(k * 7 + j) % columns] += x[i * columns + k];
                }
                int value = 0;
                for (int k = 0; k < columns; k++) {
                    value = value * 3 + own[k];
                }
                y[i * columns + j] = value;
            }
        }
    }

    /** Rows. */
    @GpuKernel
    static void grid(int[] x, int size, long[] y) {
        for (int i = 0; i < y.length; i++) {
            long[][] m = new long[size][size + 1];
            for (int r = 0; r < m.length; r++) {
                for (int c = 0; c < m[r].length; c++) {
                    m[r][c] = x[i] + 3L * r - c;
                }
            }
            for (int r = 1; r < size; r++) {
                long[] above = m[r - 1];
                for (int c = 1; c <= size; c++) {
                    m[r][c] += above[c - 1] * m[r][c - 1];
                }
            }
            y[i] = m[size - 1][size];
        }
    }

    /** In a branch, and once more in a loop of the iteration, where it is all zeros again. */
    @GpuKernel
    static void sometimes(int[] x, int width, int[] y) {
        for (int i = 0; i < x.length; i++) {
            int value = 0;
            if (x[i] > 0) {
                for (int round = 0; round < 3; round++) {
                    int[] own = new int[width];
                    for (int k = round; k < width; k++) {
                        own[k] += k * x[i] + (k == 0 ? 0 : own[k - 1]);
                    }
                    value = 5 * value + own[width - 1] + own[0];
                }
            }
            y[i] = value;
        }
    }

    @GpuKernel
    static void negative(int[] x, int width, int[] y) {
        for (int i = 0; i < x.length; i++) {
            int[] own = new int[width];
            for (int k = 1; k < own.length; k++) {
                own[k] = own[k - 1] + x[i];
            }
            y[i] = own.length;
        }
    }

    @GpuKernel
    static void tooShort(int[] x, int width, int[] y) {
        for (int i = 0; i < x.length; i++) {
            int[] own = new int[width];
            for (int k = 1; k < x[i] % 20 + 8; k++) {
                own[k] = own[k - 1] + x[i];
            }
            y[i] = own[width - 1];
        }
    }

    @GpuKernel
    static void tooFar(int[] x, int width, int[] y) {
        for (int i = 0; i < x.length; i++) {
            int[] own = new int[width];
            for (int k = 0; k < own.length; k++) {
                own[k] = x[i + k] + (k == 0 ? 0 : own[k - 1]);
            }
            y[i] = own[width - 1];
        }
    }

    /** Each thread sorts a part of an array. */
    @GpuKernel
    static void sorted(int[] x, int width, int[] medians) {
        int i = Grid.x();
        if (i < medians.length) {
            int[] own = new int[width];
            for (int k = 0; k < width; k++) {
                own[k] = x[i * width + k];
            }
            for (int k = 1; k < width; k++) {
                for (int j = k; j > 0 && own[j - 1] > own[j]; j--) {
                    int swapped = own[j];
                    own[j] = own[j - 1];
                    own[j - 1] = swapped;
                }
            }
            medians[i] = own[width / 2];
        }
    }

    @GpuKernel
    static void histogram(byte[] x, int width, int[] most) {
        int i = Grid.x();
        if (i >= most.length) {
            return;
        }
        int[] counts = new int[width / 2 + 3];
        for (int k = 0; k < width; k++) {
            counts[(x[i * width + k] & 0xff) % counts.length]++;
        }
        int best = 0;
        for (int count : counts) {
            best = Math.max(best, count);
        }
        most[i] = best;
    }

    /** Solves a system by elimination. */
    @GpuKernel
    static void matrices(double[] x, int size, double[] y) {
        int i = Grid.x();
        if (i < y.length) {
            double[][] a = new double[size][size];
            double[] b = new double[size];
            for (int r = 0; r < size; r++) {
                b[r] = x[i * size * size + r];
                for (int c = 0; c < size; c++) {
                    a[r][c] = x[i * size * size + r * size + c] + (r == c ? 9 : 0);
                }
            }
            for (int p = 0; p < size; p++) {
                for (int r = p + 1; r < size; r++) {
                    double factor = a[r][p] / a[p][p];
                    b[r] -= factor * b[p];
                    for (int c = p; c < size; c++) {
                        a[r][c] -= factor * a[p][c];
                    }
                }
            }
            y[i] = b[size - 1] / a[size - 1][size - 1];
        }
    }
}
