package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.chars;
import static dev.gpukernel.corpus.Seeded.counting;
import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;
import static dev.gpukernel.corpus.Seeded.shorts;

import dev.gpukernel.GpuKernel;
import java.util.Arrays;
import java.util.List;

/** Kernels that make arrays and return arrays, as Java libraries do. */
final class MadeArrayKernels {
    private MadeArrayKernels() {}

    static void inputs(KernelInputs table) {
        table.loop("scaled", () -> List.of(1.5f, floats(1000, 1, -9, 9)));
        table.loop("everyOther", () -> List.of(ints(1000, 2)));
        table.loop("squared", () -> List.of(doubles(1000, 3, -9, 9)));
        table.loop("blurredTwice", () -> List.of(ints(1000, 4, -999, 999), ints(1000, 5)));
        table.loop("differences", () -> List.of(longs(1000, 6), 7));
        table.loop("histogram", () -> List.of(bytes(5000, 8)));
        table.loop("histogramOf", () -> List.of(ints(5000, 9), 37));
        table.loop("positive", () -> List.of(ints(3000, 10)));
        table.loop("sums", () -> List.of(ints(3000, 11)));
        table.loop("copied", () -> List.of(shorts(1000, 12)));
        table.loop("part", () -> List.of(chars(1000, 13, "abcdef"), 5, 1200));
        table.loop("grown", () -> List.of(bytes(1000, 14), 1500));
        table.loop("flags", () -> List.of(ints(1000, 15), 1 << 30));
        table.loop("summary", () -> List.of(ints(3000, 16)));
        table.loop("either", () -> List.of(ints(1001, 17), 10));
        table.loop("shiftedTwice", () -> List.of(ints(1000, 18), 5));
        table.loop("layers", () -> List.of(ints(300, 19), 5, new int[100]));
        table.loop("smoothed", () -> List.of(ints(1000, 20, -9999, 9999), 5));
        table.loop("made", () -> List.of(777));
        table.loop("lastFirst", () -> List.of(ints(1000, 21)));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("gathered", () -> List.of(ints(1000, 22), counting(1500, 0, 1)));
        table.throwing(NegativeArraySizeException.class).loop("negative", () -> List.of(ints(1000, 23), -3));
        table.throwing(IllegalArgumentException.class).loop("reversedPart", () -> List.of(ints(1000, 24), 5, 3));
        table.loop("firstAbove", () -> List.of(ints(1000, 25, 0, 1000), 1980));
        table.loop("product", () -> List.of(floats(400, 26, -1, 1), floats(400, 27, -1, 1), 20));
        table.loop("triangle", () -> List.of(ints(60, 28, -99, 99)));
        table.loop("solved", () -> List.of(doubles(25, 29, -1, 1)));
        table.loop("eliminated", () -> List.of(doubles(20, 32, -1, 1)));
        table.loop("lists", () -> List.of(ints(200, 30, 0, 30), 3));
        table.throwing(NegativeArraySizeException.class).loop("shrinking", () -> List.of(ints(100, 31), 151));
        table.loop("steps", () -> List.of(ints(1000, 33), 4));
        table.loop("grownSteps", () -> List.of(ints(1000, 34), 5));
        table.loop("stepsByCalls", () -> List.of(ints(1000, 35), 3));
        table.loop("bestStep", () -> List.of(ints(1000, 36), 6));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("stepsThatThrow", () -> List.of(ints(1000, 37), 3, -1));
        table.loop("ownSteps", () -> List.of(ints(1000, 38), 5, 4));
    }

    @GpuKernel
    static float[] scaled(float factor, float[] x) {
        float[] y = new float[x.length];
        for (int i = 0; i < x.length; i++) {
            y[i] = factor * x[i];
        }
        return y;
    }

    /** Elements that no iteration stores are zeros. */
    @GpuKernel
    static int[] everyOther(int[] x) {
        int[] y = new int[2 * x.length + 3];
        for (int i = 0; i < x.length; i++) {
            y[2 * i + 1] = x[i];
        }
        return y;
    }

    /** What is passed comes back. */
    @GpuKernel
    static double[] squared(double[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = x[i] * x[i];
        }
        return x;
    }

    /** A temporary between two loops, which is read at other places than it is written. */
    @GpuKernel
    static void blurredTwice(int[] x, int[] out) {
        int[] once = new int[x.length];
        for (int i = 1; i < x.length - 1; i++) {
            once[i] = (x[i - 1] + x[i] + x[i + 1]) / 3;
        }
        for (int i = 1; i < out.length - 1; i++) {
            out[i] = (once[i - 1] + once[i] + once[i + 1]) / 3;
        }
    }

    @GpuKernel
    static long[] differences(long[] x, int distance) {
        long[] y = new long[x.length - distance];
        for (int i = 0; i < y.length; i++) {
            y[i] = x[i + distance] - x[i];
        }
        return y;
    }

    @GpuKernel
    static int[] histogram(byte[] x) {
        int[] counts = new int[256];
        for (int i = 0; i < x.length; i++) {
            counts[x[i] & 0xff]++;
        }
        return counts;
    }

    @GpuKernel
    static int[] histogramOf(int[] x, int bins) {
        int[] counts = new int[bins];
        for (int i = 0; i < x.length; i++) {
            counts[Math.floorMod(x[i], bins)]++;
        }
        return counts;
    }

    @GpuKernel
    static int[] positive(int[] x) {
        int[] out = new int[x.length];
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                out[n++] = x[i];
            }
        }
        return Arrays.copyOf(out, n);
    }

    @GpuKernel
    static long[] sums(int[] x) {
        long[] sums = new long[x.length + 1];
        long sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
            sums[i + 1] = sum;
        }
        return sums;
    }

    @GpuKernel
    static short[] copied(short[] x) {
        return x.clone();
    }

    @GpuKernel
    static char[] part(char[] x, int from, int to) {
        return Arrays.copyOfRange(x, from, to);
    }

    @GpuKernel
    static byte[] grown(byte[] x, int length) {
        byte[] y = Arrays.copyOf(x, length);
        for (int i = 0; i < y.length; i++) {
            y[i]++;
        }
        return y;
    }

    @GpuKernel
    static boolean[] flags(int[] x, int bound) {
        boolean[] isLarge = new boolean[x.length];
        for (int i = 0; i < x.length; i++) {
            isLarge[i] = x[i] > bound;
        }
        return isLarge;
    }

    /** Several results in one array. */
    @GpuKernel
    static long[] summary(int[] x) {
        long sum = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
            least = Math.min(least, x[i]);
        }
        return new long[] {sum, least, x.length};
    }

    /** One of several arrays, and none of those made. */
    @GpuKernel
    static int[] either(int[] x, int threshold) {
        if (x.length < threshold) {
            return x;
        }
        int[] y = new int[x.length];
        int[] z = new int[x.length];
        for (int i = 0; i < x.length; i++) {
            z[i] = x[i] + 1;
            y[i] = x[i] + 2;
        }
        if (x.length % 2 == 0) {
            return z;
        }
        return y;
    }

    private static int[] shifted(int[] x, int by) {
        int[] y = new int[x.length];
        for (int i = 0; i < x.length; i++) {
            y[i] = x[i] + by;
        }
        return y;
    }

    /** Arrays that a called method makes. */
    @GpuKernel
    static int[] shiftedTwice(int[] x, int by) {
        int[] once = shifted(x, by);
        int[] twice = shifted(once, 2 * by);
        for (int i = 0; i < x.length; i++) {
            twice[i] -= once[i];
        }
        return twice;
    }

    /** A new array in each step, of another length each time. */
    @GpuKernel
    static void layers(int[] x, int steps, int[] out) {
        for (int step = 0; step < steps; step++) {
            int[] layer = new int[step + 2];
            for (int i = 0; i < x.length; i++) {
                layer[Math.floorMod(x[i], layer.length)] += 1;
            }
            for (int i = 0; i < out.length; i++) {
                out[i] += layer[i % layer.length] * layer.length;
            }
        }
    }

    /** A buffer that changes places with the caller's. */
    @GpuKernel
    static void smoothed(int[] x, int steps) {
        int[] from = x;
        int[] to = new int[x.length];
        for (int step = 0; step < steps; step++) {
            for (int i = 1; i < x.length - 1; i++) {
                to[i] = (from[i - 1] + from[i + 1]) / 2;
            }
            int[] swapped = from;
            from = to;
            to = swapped;
        }
    }

    @GpuKernel
    static int[] made(int length) {
        int[] y = new int[length];
        for (int i = 0; i < length; i++) {
            y[i] = i * i;
        }
        return y;
    }

    /** An element of what was made, on the host. */
    @GpuKernel
    static int[] lastFirst(int[] x) {
        int[] y = new int[x.length];
        for (int i = 0; i < x.length; i++) {
            y[i] = x[i] * 3;
        }
        int last = y[x.length - 1];
        y[0] = last;
        return y;
    }

    /** A store in the loop may throw, and nothing is returned then. */
    @GpuKernel
    static int[] gathered(int[] x, int[] index) {
        int[] y = new int[index.length];
        for (int i = 0; i < index.length; i++) {
            y[i] = x[index[i]];
        }
        return y;
    }

    @GpuKernel
    static int[] negative(int[] x, int length) {
        for (int i = 0; i < x.length; i++) {
            x[i]++;
        }
        int[] y = new int[length];
        for (int i = 0; i < y.length; i++) {
            y[i] = x[i];
        }
        return y;
    }

    @GpuKernel
    static int[] reversedPart(int[] x, int from, int to) {
        return Arrays.copyOfRange(x, from, to);
    }

    /** A search in what was made. */
    @GpuKernel
    static int firstAbove(int[] x, int bound) {
        int[] doubled = new int[x.length];
        for (int i = 0; i < x.length; i++) {
            doubled[i] = 2 * x[i];
        }
        for (int i = 0; i < doubled.length; i++) {
            if (doubled[i] > bound) {
                return i;
            }
        }
        return -1;
    }

    @GpuKernel
    static float[] product(float[] a, float[] b, int n) {
        float[] c = new float[n * n];
        for (int row = 0; row < n; row++) {
            for (int column = 0; column < n; column++) {
                float sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[row * n + k] * b[k * n + column];
                }
                c[row * n + column] = sum;
            }
        }
        return c;
    }

    /** Differences of all pairs, of which one half is enough. */
    @GpuKernel
    static int[] triangle(int[] x) {
        int[][] differences = new int[x.length][];
        for (int i = 0; i < x.length; i++) {
            differences[i] = new int[i + 1];
            for (int j = 0; j <= i; j++) {
                differences[i][j] = Math.abs(x[i] - x[j]);
            }
        }
        int[] largest = new int[x.length];
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < x.length; j++) {
                largest[i] = Math.max(largest[i], i < j ? differences[j][i] : differences[i][j]);
            }
        }
        return largest;
    }

    /** Solves a system of equations by a triangle, whose rows are made in one loop and filled in another, column by column. */
    @GpuKernel
    static double[] solved(double[] right) {
        int n = right.length;
        double[][] lower = new double[n][];
        for (int i = 0; i < n; i++) {
            lower[i] = new double[i + 1];
            for (int j = 0; j <= i; j++) {
                lower[i][j] = (i == j ? n : 0) + 1.0 / (1 + i + j);
            }
        }
        for (int k = 0; k < n; k++) {
            lower[k][k] = Math.sqrt(lower[k][k]);
            for (int i = k + 1; i < n; i++) {
                lower[i][k] /= lower[k][k];
            }
            for (int i = k + 1; i < n; i++) {
                for (int j = k + 1; j <= i; j++) {
                    lower[i][j] -= lower[i][k] * lower[j][k];
                }
            }
        }
        double[] x = right.clone();
        for (int k = 0; k < n; k++) {
            x[k] /= lower[k][k];
            for (int i = k + 1; i < n; i++) {
                x[i] -= lower[i][k] * x[k];
            }
        }
        return x;
    }

    /** Lists as long as an argument says. */
    @GpuKernel
    static long[] lists(int[] lengths, int by) {
        long[][] lists = new long[lengths.length][];
        for (int i = 0; i < lengths.length; i++) {
            long[] list = new long[lengths[i]];
            for (int j = 0; j < list.length; j++) {
                list[j] = (long) i * j + by;
            }
            lists[i] = list;
        }
        long[] sums = new long[lengths.length];
        for (int i = 0; i < lengths.length; i++) {
            for (long element : lists[i]) {
                sums[i] += element;
            }
        }
        return sums;
    }

    /** Rows get shorter, until one would have less than nothing. */
    @GpuKernel
    static int[] shrinking(int[] x, int length) {
        int[][] rows = new int[x.length][];
        for (int i = 0; i < x.length; i++) {
            rows[i] = new int[length - 2 * i];
            rows[i][0] = x[i];
        }
        int[] first = new int[x.length];
        for (int i = 0; i < x.length; i++) {
            first[i] = rows[i][0];
        }
        return first;
    }

    /** Solves a system of equations by elimination, for which rows change places. */
    @GpuKernel
    static double[] eliminated(double[] right) {
        int n = right.length;
        double[][] a = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = Math.abs(i + j + 1 - n) + 1.0 / (i + j + 1);
            }
        }
        double[] x = right.clone();
        for (int k = 0; k < n; k++) {
            int best = k;
            double largest = Math.abs(a[k][k]);
            for (int i = k + 1; i < n; i++) {
                double value = Math.abs(a[i][k]);
                if (value > largest) {
                    largest = value;
                    best = i;
                }
            }
            double[] row = a[k];
            a[k] = a[best];
            a[best] = row;
            double number = x[k];
            x[k] = x[best];
            x[best] = number;
            for (int i = 0; i < n; i++) {
                if (i != k) {
                    double factor = a[i][k] / a[k][k];
                    x[i] -= factor * x[k];
                    for (int j = k + 1; j < n; j++) {
                        a[i][j] -= factor * a[k][j];
                    }
                }
            }
        }
        for (int i = 0; i < n; i++) {
            x[i] /= a[i][i];
        }
        return x;
    }

    /** Without a step it is the argument. */
    @GpuKernel
    static int[] steps(int[] x, int steps) {
        int[] now = x;
        for (int step = 0; step < steps; step++) {
            int[] next = new int[now.length];
            for (int i = 1; i < now.length; i++) {
                next[i] += now[i - 1] + step;
            }
            now = next;
        }
        return now;
    }

    /** Each has one element more than the last; what was as long as the first stays so. */
    @GpuKernel
    static int[] grownSteps(int[] x, int steps) {
        int[] now = x;
        int first = 0;
        for (int step = 0; step < steps; step++) {
            int[] next = new int[now.length + 1];
            if (step == 0) {
                first = next.length;
            }
            for (int i = 0; i < first; i++) {
                next[i] = i < now.length ? now[i] + next.length : step;
            }
            now = next;
        }
        return now;
    }

    private static int[] plusNext(int[] x) {
        int[] sums = new int[x.length];
        for (int i = 0; i < x.length; i++) {
            sums[i] = x[i] + x[(i + 1) % x.length];
        }
        return sums;
    }

    /** Two arrays that one method makes, and what it made before, are there at a time. */
    @GpuKernel
    static int[] stepsByCalls(int[] x, int steps) {
        int[] before = x;
        int[] now = plusNext(x);
        for (int step = 0; step < steps; step++) {
            int[] one = plusNext(now);
            int[] two = plusNext(one);
            int[] next = new int[x.length];
            for (int i = 0; i < x.length; i++) {
                next[i] = two[i] - one[i] + before[i];
            }
            before = now;
            now = next;
        }
        return now;
    }

    /** The array of any step may be the best. */
    @GpuKernel
    static int[] bestStep(int[] x, int steps) {
        int[] now = x;
        int[] best = x;
        long least = Long.MAX_VALUE;
        for (int step = 0; step < steps; step++) {
            int[] next = new int[x.length];
            for (int i = 0; i < x.length; i++) {
                next[i] = now[i] * 31 + step;
            }
            long sum = 0;
            for (int i = 0; i < next.length; i++) {
                sum += next[i];
            }
            if (sum < least) {
                least = sum;
                best = next;
            }
            now = next;
        }
        return best;
    }

    /** Throws in a later step, when arguments are as they were. */
    @GpuKernel
    static int[] stepsThatThrow(int[] x, int steps, int wrong) {
        int[] now = x;
        for (int step = 0; step < steps; step++) {
            int[] next = new int[x.length - step];
            for (int i = 0; i < x.length; i++) {
                if (now[i] - step == wrong) {
                    throw new IllegalStateException("at " + i);
                }
                next[i] = now[i] + 1;
            }
            now = next;
        }
        for (int i = 0; i < x.length; i++) {
            x[i] = now[i];
        }
        return now;
    }

    /** Each thread goes through the steps of its own. */
    @GpuKernel
    static int[] ownSteps(int[] x, int steps, int length) {
        int[] ends = new int[x.length];
        for (int i = 0; i < x.length; i++) {
            int[] state = {x[i], 1};
            int[] history = new int[length];
            for (int step = 0; step < steps; step++) {
                int[] next = new int[2];
                next[step & 1] += state[0] + 3 * state[1];
                int[] longer = new int[length];
                for (int k = 1; k < length; k++) {
                    longer[k] += history[k - 1] + next[0];
                }
                longer[0] = state[1];
                state = next;
                history = longer;
            }
            ends[i] = state[0] + history[length - 1];
        }
        return ends;
    }
}
