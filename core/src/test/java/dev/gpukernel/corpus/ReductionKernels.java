package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Reductions whose result does not depend on the order in which they are done. */
final class ReductionKernels {
    private ReductionKernels() {}

    @GpuKernel
    static void everyType(byte[] bytes, short[] shorts, char[] chars, long[] longs, long[] out) {
        byte a = 3;
        short b = 0;
        char c = 0;
        long d = 1;
        for (int i = 0; i < bytes.length; i++) {
            a += bytes[i];
            b ^= shorts[i];
            c |= chars[i];
            d *= longs[i] | 1;
        }
        out[0] = a;
        out[1] = b;
        out[2] = c;
        out[3] = d;
    }

    @GpuKernel
    static void anyAndAll(int[] x, boolean[] out) {
        boolean any = false;
        boolean all = true;
        for (int i = 0; i < x.length; i++) {
            any |= x[i] == 7;
            all &= x[i] != 7;
        }
        out[0] = any;
        out[1] = all;
    }

    @GpuKernel
    static void floatExtremes(float[] x, double[] y, double[] out) {
        float least = Float.POSITIVE_INFINITY;
        double greatest = -1e300;
        for (int i = 0; i < x.length; i++) {
            least = Math.min(least, x[i]);
            greatest = Math.max(greatest, y[i]);
        }
        out[0] = least;
        out[1] = greatest;
    }

    /** As a library of functions has it. */
    private static double greater(double a, double b) {
        if (a > b) {
            return a;
        }
        if (a < b) {
            return b;
        }
        if (a != b) {
            return Double.NaN;
        }
        long bits = Double.doubleToRawLongBits(a);
        if (bits == 0x8000000000000000L) {
            return b;
        }
        return a;
    }

    @SuppressWarnings("IdentityBinaryExpression") // as people write it
    private static float lesser(float a, float b) {
        if (a != a) {
            return a;
        }
        if (a == 0 && b == 0 && Float.floatToRawIntBits(b) == 0x80000000) {
            return b;
        }
        return a <= b ? a : b;
    }

    @GpuKernel
    static void libraryExtremes(float[] x, double[] y, double[] out) {
        float least = x[0];
        double greatest = -0.0;
        for (int i = 0; i < x.length; i++) {
            least = lesser(least, x[i]);
            greatest = greater(greatest, Math.abs(y[i]));
        }
        out[0] = least;
        out[1] = greatest;
    }

    /** Of equals the first; -0 and 0 are equal, and NaN is no candidate. */
    @GpuKernel
    static void firstGreatest(float[] x, float[] out) {
        float best = -1;
        int where = -1;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > best) {
                best = x[i];
                where = i;
            }
        }
        out[0] = best;
        out[1] = where;
    }

    /** Of equals the last, and something else kept with it. */
    @GpuKernel
    static void lastLeast(int[] key, int[] value, int[] out) {
        int best = Integer.MAX_VALUE;
        int kept = 0;
        for (int i = 0; i < key.length; i++) {
            if (key[i] <= best) {
                best = key[i];
                kept = value[i];
            }
        }
        out[0] = best;
        out[1] = kept;
    }

    @GpuKernel
    static void conditionalSum(int[] x, int[] limits, int[] out) {
        int sum = 100;
        int skipped = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < limits[0]) {
                skipped++;
                continue;
            }
            for (int k = 0; k < (i & 3); k++) {
                sum += x[i] * k;
            }
            sum -= 2;
        }
        out[0] = sum;
        out[1] = skipped;
    }

    @GpuKernel
    static void backwards(int[] x, int[] out) {
        int hash = 0;
        int last = Integer.MIN_VALUE;
        int at = -1;
        for (int i = x.length - 2; i >= 1; i -= 3) {
            hash ^= x[i] * i;
            if (x[i] > last) {
                last = x[i];
                at = i;
            }
        }
        out[0] = hash;
        out[1] = at;
    }

    @GpuKernel
    static void sumOfRows(int height, int width, int[] a, long[] out) {
        long sum = 0;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                sum += a[y * width + x];
            }
        }
        out[0] = sum;
    }

    /** What one loop finds, the next one works with. */
    @GpuKernel
    static void belowMean(int[] x, int[] out) {
        long sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
        }
        long mean = sum / x.length;
        for (int i = 0; i < x.length; i++) {
            out[i] = x[i] < mean ? 1 : 0;
        }
    }

    @GpuKernel
    static void untilStill(int most, int[] x, int[] y, int[] out) {
        int steps = 0;
        for (int step = 0; step < most; step++) {
            int changed = 0;
            for (int i = 0; i < x.length; i++) {
                y[i] = x[i] / 2;
                changed += x[i] != y[i] ? 1 : 0;
            }
            for (int i = 0; i < x.length; i++) {
                x[i] = y[i];
            }
            if (changed == 0) {
                break;
            }
            steps++;
        }
        out[0] = steps;
    }

    @GpuKernel
    static void sumThrows(int[] x, int[] out) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] == 13) {
                throw new IllegalStateException("thirteen");
            }
            sum += x[i];
        }
        out[0] = sum;
    }

    @GpuKernel
    static void narrowExtremes(byte[] x, char[] y, short[] out) {
        byte least = 127;
        char greatest = 0;
        for (int i = 0; i < x.length; i++) {
            least = (byte) Math.min(least, x[i]);
            greatest = (char) Math.max(y[i], greatest);
        }
        out[0] = least;
        out[1] = (short) greatest;
    }

    /** What comes before and after the choice takes other ways through the loop. */
    @GpuKernel
    static void bestOfSome(int[] x, boolean[] skipped, int[] out) {
        int best = Integer.MIN_VALUE;
        int where = -1;
        int count = 0;
        for (int i = 0; i < x.length; i++) {
            if (skipped[i]) {
                continue;
            }
            if (x[i] > best && i % 3 != 0) {
                best = x[i];
                where = i;
            }
            if (x[i] < 0) {
                continue;
            }
            count++;
        }
        out[0] = best;
        out[1] = where;
        out[2] = count;
    }

    @GpuKernel
    static void contains(int[] x, int key, boolean[] out) {
        boolean found = false;
        for (int i = 0; i < x.length; i++) {
            if (x[i] == key) {
                found = true;
            }
        }
        out[0] = found;
    }

    /** What the last iteration of some left behind, in a loop that goes down to indices below 0. */
    @GpuKernel
    static void lastNegative(int offset, int[] x, double[] out) {
        double last = 0.5;
        int where = 77;
        for (long i = (long) x.length - 1 - offset; i >= -offset; i--) {
            int value = x[(int) (i + offset)];
            if (value < 0) {
                last = value * 0.25;
            } else if (value == 0) {
                last = -1;
            }
            for (int k = 0; k < (value & 3); k++) {
                where = (int) i + k;
            }
        }
        out[0] = last;
        out[1] = where;
    }

    /** No iteration is better than what the best value starts with, but the last of all is as good. */
    @GpuKernel
    static void lastOfEquals(int[] x, int[] out) {
        int best = 9;
        int where = 77;
        for (int i = x.length - 1; i >= 0; i--) {
            if (x[i] >= best) {
                best = x[i];
                where = i;
            }
        }
        out[0] = best;
        out[1] = where;
    }

    /** The second loop asks what the host asked of the first one's result. */
    @GpuKernel
    static void askedTwice(int[] x, int[] out) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
        }
        out[0] = sum > 100 ? 1 : 0;
        for (int i = 1; i < x.length; i++) {
            if (sum > 100) {
                out[i] = x[i];
            }
        }
    }

    /** The first loop's exception comes first, though the second one would throw for the same reason. */
    @GpuKernel
    static void firstLoopThrows(int[] x, int[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = x[i] + 1;
        }
        int sum = 0;
        for (int i = 0; i < out.length; i++) {
            sum += x[i + 1];
        }
        out[0] = sum;
    }

    /** Of the iterations that throw, one that a later lane of a block does comes first. */
    @GpuKernel
    static void markedSumThrows(int[] index, int[] table, int[] marks, long[] out) {
        long sum = 0;
        for (int i = 0; i < marks.length; i++) {
            marks[i] = table[index[i]] + 1;
            sum += index[i];
        }
        out[0] = sum;
    }

    /** Likewise, in a method that is called. */
    @GpuKernel
    static void halvedSumThrows(int[] x, int[] out) {
        int most = 0;
        for (int i = 0; i < x.length; i++) {
            x[i] = halved(x[i], i);
            most = Math.max(most, x[i]);
        }
        out[0] = most;
    }

    private static int halved(int number, int place) {
        int half = number;
        while ((half & 1) == 0) {
            if (half == 0) {
                throw new IllegalStateException("0 at " + place);
            }
            half >>= 1;
        }
        return half;
    }

    private static int[] withLate(int[] numbers, int value) {
        for (int place : new int[] {20_000, 17_300, 16_384 + 773, 16_384 + 300}) {
            numbers[place] = value + place;
        }
        return numbers;
    }

    private static int[] withZeros(int[] numbers) {
        for (int place : new int[] {9_000, 773, 300, 9_001}) {
            numbers[place] = 0;
        }
        return numbers;
    }

    /** Flags that are asked first, last, and under a condition. */
    @GpuKernel
    static void flags(int[] x, int[] y, boolean[] out) {
        boolean any = false;
        boolean all = true;
        boolean late = false;
        boolean none = true;
        for (int i = 0; i < x.length; i++) {
            any = x[i] == 3 || any;
            all = x[i] < 5_000 && all;
            if (y[i] > 0) {
                late = late || x[i] == y[i];
                none = x[i] != 17 && none;
            }
        }
        out[0] = any;
        out[1] = all;
        out[2] = late;
        out[3] = none;
    }

    /** In an inner loop, what is asked is what the rows before have left. */
    @GpuKernel
    static void everyRow(int rows, int columns, int[] x, boolean[] out) {
        boolean all = true;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j += 3) {
                all = x[i * columns + j] != 4711 && all;
            }
        }
        out[0] = all;
    }

    static void inputs(KernelInputs table) {
        table.loop(
                "everyType",
                () -> List.of(
                        Seeded.bytes(700, 1),
                        Seeded.shorts(700, 2),
                        Seeded.chars(700, 3, "abcxyz"),
                        Seeded.longs(700, 4),
                        new long[4]));
        table.loop("anyAndAll", () -> List.of(ints(40_000, 5, 0, 20_000), new boolean[2]));
        table.loop("floatExtremes", () -> List.of(floats(900, 6, -1, 1), doubles(900, 7, -1, 1), new double[2]));
        table.loop("libraryExtremes", () -> List.of(floats(900, 6, -1, 1), doubles(900, 7, -1, 1), new double[2]));
        table.loop("firstGreatest", () -> {
            float[] x = floats(20_000, 8, -2, 0);
            x[300] = -0f;
            x[600] = 0f;
            x[17_000] = 0f;
            x[20] = Float.NaN;
            return List.of(x, new float[2]);
        });
        table.loop("lastLeast", () -> List.of(ints(33_000, 9, 0, 50), ints(33_000, 10), new int[2]));
        table.loop("conditionalSum", () -> List.of(ints(5_000, 11, -9, 9), new int[] {-3}, new int[2]));
        table.loop("backwards", () -> List.of(ints(3_001, 12), new int[2]));
        table.loop("sumOfRows", () -> List.of(30, 41, ints(1230, 13), new long[1]));
        table.loop("belowMean", () -> List.of(ints(500, 14), new int[500]));
        table.loop("untilStill", () -> List.of(40, ints(300, 15, 0, 5000), new int[300], new int[1]));
        table.loop(
                "narrowExtremes",
                () -> List.of(Seeded.bytes(30_000, 17), Seeded.chars(30_000, 18, "abcxyz\uffff"), new short[2]));
        table.loop("bestOfSome", () -> List.of(ints(30_000, 19, -900, 900), Seeded.booleans(30_000, 20), new int[3]));
        table.loop("contains", () -> List.of(ints(300_000, 21, 0, 5_000), 4711, new boolean[1]));
        table.loop("lastNegative", () -> List.of(700, ints(30_000, 22, -5, 5_000), new double[2]));
        table.loop("lastOfEquals", () -> {
            int[] x = ints(40_000, 23, 0, 9);
            x[0] = 9;
            return List.of(x, new int[2]);
        });
        table.loop("flags", () -> List.of(ints(30_000, 29, -50, 5_000), ints(30_000, 30, -50, 5_000), new boolean[4]));
        table.loop("everyRow", () -> {
            int[] x = ints(3_000, 31, 0, 99);
            x[1_503] = 4711;
            return List.of(100, 30, x, new boolean[] {true});
        });
        table.loop("askedTwice", () -> List.of(ints(300, 24, 0, 9), new int[300]));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("firstLoopThrows", () -> List.of(ints(300, 25), new int[400]));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop(
                        "markedSumThrows",
                        () -> List.of(
                                withLate(ints(25_000, 26, 0, 100), 100), ints(100, 27), new int[25_000], new long[1]));
        table.throwing(IllegalStateException.class)
                .loop("halvedSumThrows", () -> List.of(withZeros(ints(10_000, 28, 1, 5_000)), new int[1]));
        table.throwing(IllegalStateException.class)
                .loop("sumThrows", () -> List.of(ints(20_000, 16, 0, 5_000), new int[1]));
    }
}
