package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.booleans;
import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.chars;
import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;
import static dev.gpukernel.corpus.Seeded.shorts;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Elements that follow from the element before, running values that are narrow, and running minima and maxima by comparison. */
@SuppressWarnings({"lossy-conversions", "NarrowingCompoundAssignment", "IntLongMath", "OperatorPrecedence"
}) // as people write it
final class RecurrenceKernels {
    private RecurrenceKernels() {}

    @GpuKernel
    static void plain(int[] x, int[] y, int n) {
        for (int i = 1; i < n; i++) {
            y[i] = y[i - 1] + x[i];
        }
    }

    @GpuKernel
    static void inPlace(int[] a) {
        for (int i = 1; i < a.length; i++) {
            a[i] += a[i - 1];
        }
    }

    @GpuKernel
    static void ahead(int[] x, long[] y) {
        for (int i = 0; i < x.length; i++) {
            y[i + 1] = y[i] + x[i];
        }
    }

    @GpuKernel
    static void down(int[] x, int[] y, int from) {
        for (int i = from; i >= 0; i--) {
            y[i] = y[i + 1] ^ x[i];
        }
    }

    /** Two elements of each three are left alone, and the first is where nobody has stored. */
    @GpuKernel
    static void inSteps(long[] x, long[] y, int from) {
        for (int i = from; i < x.length; i += 3) {
            y[2 * i + 1] = y[2 * i - 5] * (x[i] | 1);
        }
    }

    /** Each operation, in arrays of each type. */
    @GpuKernel
    static void operations(int[] x, int[] all, long[] any, float[] least, double[] most, float[] sums) {
        for (int i = 1; i < x.length; i++) {
            all[i] = all[i - 1] & (x[i] | 0xfffe);
            any[i] = any[i - 1] | x[i] & 1L << (i & 63);
            least[i] = Math.min(least[i - 1], x[i] * 0.25f);
            most[i] = Math.max(x[i] * 0.5, most[i - 1]);
            sums[i] = sums[i - 1] - (x[i] & 3);
        }
    }

    @GpuKernel
    static void narrow(byte[] b, short[] s, char[] c, boolean[] odd) {
        for (int i = 1; i < b.length; i++) {
            s[i] = (short) (s[i - 1] * (b[i] | 1));
            c[i] += c[i - 1];
            odd[i] ^= odd[i - 1];
            b[i] = (byte) (b[i - 1] - b[i]);
        }
    }

    /** Every way through an iteration stores, and what it has stored is read again. */
    @GpuKernel
    static void underConditions(int[] x, int[] y, int[] z) {
        for (int i = 1; i < x.length; i++) {
            if (x[i] > 0) {
                y[i] = y[i - 1];
                if (x[i] % 3 == 0) {
                    y[i] += x[i];
                }
            } else {
                y[i] = y[i - 1] - 1;
            }
            z[i] = y[i] * 2 + y[i - 1];
        }
    }

    /** An element that is not stored stays what it was. */
    @GpuKernel
    static void notLess(int[] a) {
        for (int i = 1; i < a.length; i++) {
            if (a[i] < a[i - 1]) {
                a[i] = a[i - 1];
            }
        }
    }

    /** A table of sums of all that is above and to the left: along the rows, then down the columns. */
    @GpuKernel
    static void summedAreas(int w, int h, int[] x, int[] table) {
        for (int row = 0; row < h; row++) {
            int sum = 0;
            for (int column = 0; column < w; column++) {
                sum += x[row * w + column];
                table[row * w + column] = sum;
            }
        }
        for (int column = 0; column < w; column++) {
            for (int row = 1; row < h; row++) {
                table[row * w + column] += table[(row - 1) * w + column];
            }
        }
    }

    /** The rows of a table one after the other, each as a whole. */
    @GpuKernel
    static void rowByRow(int steps, int[] a) {
        for (int step = 0; step < steps; step++) {
            for (int i = a.length - 2; i >= 0; i--) {
                a[i] = a[i + 1] + (a[i] & 15) + step;
            }
        }
    }

    /** The index of the element before is checked in each iteration, and the first to fail is not the first one. */
    @GpuKernel
    static void tooShort(int[] x, int[] y) {
        for (int i = 1; i < x.length; i++) {
            y[i] = y[i - 1] + x[i];
        }
    }

    /** What is added is asked for first, and there is nothing. */
    @GpuKernel
    static void nothingBefore(int[] x, int[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = x[i] + y[i - 1];
        }
    }

    // ---- narrow running values

    @GpuKernel
    static void bytesSum(byte[] x, byte[] y) {
        byte sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
            y[i] = sum;
        }
    }

    /** It begins as none of the numbers that it can become. */
    @GpuKernel
    static int shortsFrom(short[] x, int[] y, int start) {
        int product = start;
        for (int i = 0; i < x.length; i++) {
            y[i] = product;
            if (x[i] > 30_000) {
                product = (short) (product * x[i]);
            }
        }
        return product;
    }

    @GpuKernel
    static void charsMany(char[] x, char[] y, int[] counts) {
        char bits = 0;
        byte count = 100;
        for (int i = 0; i < x.length; i++) {
            bits ^= x[i];
            if (x[i] == 'c') {
                count += 3;
                count--;
            }
            y[i] = bits;
            counts[i] = count;
        }
    }

    // ---- by comparison

    @GpuKernel
    static int leastByIf(int[] x, int[] y) {
        int least = 900_000_000;
        int where = -1;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < least) {
                least = x[i];
                where = i;
            }
            y[i] = least;
        }
        return where;
    }

    @GpuKernel
    static void mostByChoice(long[] x, long[] y) {
        long most = x[0];
        for (int i = 1; i < x.length; i++) {
            most = most >= x[i] ? most : x[i];
            y[i] = most;
        }
    }

    /** Of zeros the first stays, and NaN never comes; before it comes nothing. */
    @GpuKernel
    static void floatsByIf(float[] x, float[] low, float[] high, float[] none) {
        float least = 0.3f;
        float most = -0f;
        float not = Float.NaN;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < least) {
                least = x[i];
            }
            most = x[i] >= most ? x[i] : most;
            if (not > x[i]) {
                not = x[i];
            }
            low[i] = least;
            high[i] = most;
            none[i] = not;
        }
    }

    @GpuKernel
    static void byteByIf(byte[] x, byte[] y, int width) {
        byte most = -128;
        for (int row = 0; row < y.length; row++) {
            for (int i = 0; i < width; i++) {
                if (x[row * width + i] > most) {
                    most = x[row * width + i];
                }
            }
            y[row] = most;
        }
    }

    /** What is spent ends the loop before an element is missing of which the other running value is made. */
    @GpuKernel
    static int overBudget(int[] costs, int[] table, int most, int[] places) {
        int spent = 0;
        int place = 0;
        for (int i = 0; i < costs.length; i++) {
            spent += costs[i];
            if (spent > most) {
                throw new IllegalStateException("spent " + spent + " at " + i);
            }
            place += table[i];
            places[i] = place;
        }
        return spent;
    }

    private static int[] costs(int length, int last) {
        int[] costs = new int[length];
        costs[length - 1] = last;
        return costs;
    }

    private static float[] withZeros(float[] numbers) {
        for (int i = 5; i < numbers.length; i += 7) {
            numbers[i] = i % 3 == 0 ? -0f : i % 3 == 1 ? 0f : Float.NaN;
        }
        return numbers;
    }

    static void inputs(KernelInputs table) {
        table.loop("plain", () -> List.of(ints(9_000, 1), ints(9_000, 2), 8_999));
        table.loop("inPlace", () -> List.of(ints(4_097, 3)));
        table.loop("ahead", () -> List.of(ints(5_000, 4), longs(5_001, 5)));
        table.loop("down", () -> List.of(ints(6_000, 6), ints(6_000, 7), 5_998));
        table.loop("inSteps", () -> List.of(longs(13_000, 8), longs(26_001, 9), 4));
        table.loop(
                "operations",
                () -> List.of(
                        ints(5_000, 10, -999, 999),
                        ints(5_000, 11),
                        new long[5_000],
                        floats(5_000, 12, 0, 1),
                        doubles(5_000, 13, 0, 1),
                        new float[5_000]));
        table.loop(
                "narrow",
                () -> List.of(bytes(4_500, 14), shorts(4_500, 15), chars(4_500, 16, "abcdefgh"), booleans(4_500, 17)));
        table.loop("underConditions", () -> List.of(ints(5_000, 18, -50, 60), ints(5_000, 19), new int[5_000]));
        table.loop("notLess", () -> List.of(ints(5_000, 20)));
        table.loop("summedAreas", () -> List.of(36, 34, ints(1_224, 21), new int[1_224]));
        table.loop("rowByRow", () -> List.of(3, ints(4_200, 22)));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("tooShort", () -> List.of(ints(6_000, 23), ints(5_000, 24)));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("nothingBefore", () -> List.of(ints(600, 25), ints(500, 26)));
        table.loop("bytesSum", () -> List.of(bytes(9_000, 27), new byte[9_000]));
        table.loop("shortsFrom", () -> List.of(shorts(9_000, 28), new int[9_000], 70_001));
        table.loop("charsMany", () -> List.of(chars(9_000, 29, "abcd"), new char[9_000], new int[9_000]));
        table.loop("leastByIf", () -> List.of(ints(9_000, 30), new int[9_000]));
        table.loop("mostByChoice", () -> List.of(longs(9_000, 31), new long[9_000]));
        table.loop(
                "floatsByIf",
                () -> List.of(
                        withZeros(floats(9_000, 32, -0.01f, 0.01f)),
                        new float[9_000],
                        new float[9_000],
                        new float[9_000]));
        table.throwing(IllegalStateException.class)
                .loop("overBudget", () -> List.of(costs(2_501, 97), ints(2_500, 34), 1, new int[2_501]));
        table.loop("byteByIf", () -> List.of(bytes(9_002, 33), new byte[4_501], 2));
    }
}
