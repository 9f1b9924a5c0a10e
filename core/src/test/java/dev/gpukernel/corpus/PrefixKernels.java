package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Loops that read what they have accumulated so far; sums of floats are of numbers that are not rounded. */
@SuppressWarnings({"lossy-conversions", "NarrowingCompoundAssignment", "IntLongMath", "OperatorPrecedence"
}) // as people write it
final class PrefixKernels {
    private PrefixKernels() {}

    @GpuKernel
    static int inclusive(int[] x, int[] y) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
            y[i] = sum;
        }
        return sum;
    }

    @GpuKernel
    static long exclusive(int[] x, long[] y, long from) {
        long sum = from;
        for (int i = 0; i < x.length; i++) {
            y[i] = sum;
            sum += x[i];
        }
        return sum;
    }

    private static final int[] PLACES = {3, 0, 900, 1};

    /** A table has the index of what is added, at a place that it need not have. */
    @GpuKernel
    static int chosen(int[] x, int[] y, int place) {
        int sum = 0;
        for (int i = 0; i < y.length; i++) {
            sum += x[PLACES[place]] ^ i;
            y[i] = sum;
        }
        return sum;
    }

    @GpuKernel
    static void inPlace(int[] a) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum -= a[i];
            a[i] = sum;
        }
    }

    @GpuKernel
    static float wholeFloats(float[] x, float[] y) {
        float sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += (int) x[i];
            y[i] = sum;
        }
        return sum;
    }

    /** Every operation, some under conditions, of every wide type. */
    @GpuKernel
    static void operations(int[] x, long[] longs, float[] floats, double[] doubles, int[] ints) {
        int least = 1000;
        int greatest = -1000;
        int bits = 0;
        int all = -1;
        long odd = 7;
        long product = 1;
        float lowest = 5;
        double highest = -3;
        for (int i = 0; i < x.length; i++) {
            least = Math.min(least, x[i]);
            if (x[i] % 3 == 0) {
                greatest = Math.max(x[i], greatest);
                bits |= x[i] & 255;
            } else {
                all &= x[i] | 0xff00;
            }
            odd ^= x[i];
            product *= x[i] | 1;
            lowest = Math.min(lowest, x[i] * 0.25f);
            highest = Math.max(highest, x[i] / 8.0);
            ints[i] = least + 3 * greatest + 5 * bits + 7 * all;
            longs[i] = odd + product;
            floats[i] = lowest;
            doubles[i] = highest;
        }
    }

    /** NaN stays once it has come, and -0 is less than 0. */
    @GpuKernel
    static void extremesOfAll(float[] x, float[] low, float[] high) {
        float least = 0;
        float most = -0f;
        for (int i = 0; i < x.length; i++) {
            low[i] = least;
            high[i] = most;
            least = Math.min(least, x[i]);
            most = Math.max(x[i], most);
        }
    }

    /** What reads a running value decides what is stored, where, and whether at all. */
    @GpuKernel
    static int read(int[] x, int[] table, int[] y, int[] z) {
        int sum = 3;
        int best = Integer.MIN_VALUE;
        int where = -1;
        int total = 0;
        int last = 0;
        for (int i = 0; i < x.length; i++) {
            if (sum > 5000) {
                y[i] = table[sum & 15];
            } else {
                y[i] = -sum;
                total += sum / 7;
            }
            sum += x[i];
            if (sum > best) {
                best = sum;
                where = i;
            }
            for (int k = 0; k < (sum & 3); k++) {
                z[i] += table[k] ^ sum;
            }
            if (sum % 1000 == 0) {
                last = i;
            }
        }
        z[0] = total;
        z[1] = last;
        return best * 31 + where;
    }

    /** What is added comes from an inner loop and from several places. */
    @GpuKernel
    static void inner(int width, int[] x, int[] y) {
        int sum = 0;
        int count = 0;
        for (int row = 0; row < y.length; row++) {
            for (int k = 0; k < width; k++) {
                if (x[row * width + k] > 0) {
                    sum += x[row * width + k];
                    count++;
                } else if (k == 2) {
                    count += 2;
                }
            }
            sum += row;
            y[row] = sum ^ count;
        }
    }

    /** Down, with a step, from a variable of type long. */
    @GpuKernel
    static int backwards(int[] x, int[] y, int from) {
        int sum = 0;
        for (long i = from; i >= 0; i -= 3) {
            sum += x[(int) i];
            y[(int) i] = sum;
        }
        return sum;
    }

    /** The result of one loop is where the next one goes to. */
    @GpuKernel
    static void several(int[] x, int[] y, int[] z) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i] & 1;
            y[i] = sum;
        }
        for (int i = 0; i < sum; i++) {
            z[i] = y[i] * 2;
        }
        int most = 0;
        for (int i = 0; i < sum; i++) {
            most = Math.max(most, z[i] % 1000);
            z[i] = most + sum;
        }
    }

    /** Running values of running values, one loop after another, again and again. */
    @GpuKernel
    static void steps(int steps, int[] a) {
        for (int step = 0; step < steps; step++) {
            int sum = step;
            for (int i = 0; i < a.length; i++) {
                sum += a[i];
                a[i] = sum;
            }
        }
    }

    /** The first exception is that of an iteration which reads what it may, of an index that follows from a running value. */
    @GpuKernel
    static void indexThrows(int[] x, int[] table, int[] y) {
        int sum = 0;
        for (int i = 0; i < y.length; i++) {
            sum += x[i];
            y[i] = table[sum];
        }
    }

    /** The first exception is that of what is added. */
    @GpuKernel
    static void summandThrows(int[] x, int[] y) {
        int sum = 0;
        for (int i = 0; i < y.length; i++) {
            sum += 1000 / x[i];
            y[i] = sum;
        }
    }

    @GpuKernel
    static void shortInput(int[] x, int[] y) {
        int sum = 0;
        for (int i = 0; i < y.length; i++) {
            y[i] = 7;
            sum += x[i];
            y[i] = sum;
        }
    }

    /** Only what is added is not there, but the iteration that throws comes before. */
    @GpuKernel
    static void throwsItself(int[] x, int[] y) {
        int sum = 0;
        for (int i = 0; i < y.length; i++) {
            sum += x[i];
            if (sum > 123_456) {
                throw new IllegalStateException("at " + i + " " + sum);
            }
            y[i] = sum;
        }
    }

    private static int[] with(int[] numbers, int place, int value) {
        numbers[place] = value;
        return numbers;
    }

    /** Nothing but what it reads ends the inner loop, and what it reads is not used. */
    @GpuKernel
    static void endedByIndex(int[] x, int first, int last, int[] sums) {
        int sum = 0;
        for (int i = 0; i < sums.length; i++) {
            sum += x[i];
            sums[i] = sum;
            for (int k = first; k >= last; k--) {
                int _ = x[i + first - k];
            }
        }
    }

    /** Nothing but its divisor ends the inner loop. */
    @GpuKernel
    static void endedByDivisor(int[] x, int first, int last, int[] sums) {
        int sum = 0;
        for (int i = 0; i < sums.length; i++) {
            sum += x[i];
            sums[i] = sum;
            for (int k = first; k >= last; k--) {
                int _ = x[i] / k;
            }
        }
    }

    /** What the running value comes to decides what is divided by, and what is checked. */
    @GpuKernel
    static void checkedInside(int[] x, int width, int[] out) {
        int sum = 3;
        for (int i = 0; i < x.length / width; i++) {
            for (int k = 0; k < width; k++) {
                out[i * width + k] = 100_000 / sum;
                if (sum > 500) {
                    int _ = x[i * width + k - 100];
                }
                sum += x[i * width + k] & 3;
            }
        }
    }

    @GpuKernel
    static void dividedInside(int[] x, int width, int[] out) {
        int sum = 3;
        for (int i = 0; i < x.length / width; i++) {
            for (int k = 0; k < width; k++) {
                out[i * width + k] = 100_000 / sum;
                sum += x[i * width + k] & 3;
            }
        }
    }

    /** Products, written as a change of sign and as a shift. */
    @GpuKernel
    static double signsAndShifts(int[] x, long[] y) {
        double sum = 0;
        int sign = 1;
        long bit = 1;
        byte half = 3;
        for (int i = 0; i < x.length; i++) {
            sum += sign * x[i];
            sign = -sign;
            y[i] = bit + half;
            if (x[i] > 0) {
                bit <<= x[i] & 3;
                half = (byte) -half;
            }
        }
        return sum;
    }

    /** What is added follows from one row, after the running value went to another one. */
    @GpuKernel
    static void besideAnotherRow(int[] x, int[] y) {
        int[][] rows = new int[2][x.length];
        for (int i = 0; i < x.length; i++) {
            rows[1][i] = x[i] / 3;
        }
        int running = -3;
        for (int i = 0; i < x.length; i++) {
            rows[0][i] = running;
            if (x[i] != rows[1][x[7] & 7]) {
                running ^= rows[1][i] + i;
            }
        }
        for (int i = 0; i < x.length; i++) {
            y[i] = rows[0][i];
        }
    }

    static void inputs(KernelInputs table) {
        table.loop("besideAnotherRow", () -> List.of(ints(5_000, 36, -9, 9), new int[5_000]));
        table.loop("signsAndShifts", () -> List.of(ints(5_000, 35, -9, 9), new long[5_000]));
        table.loop("checkedInside", () -> List.of(ints(9_000, 33), 9, new int[9_000]));
        table.loop("dividedInside", () -> List.of(ints(9_000, 34), 9, new int[9_000]));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("endedByIndex", () -> List.of(ints(40, 31), 7, Integer.MIN_VALUE, new int[40]));
        table.throwing(ArithmeticException.class)
                .loop("endedByDivisor", () -> List.of(ints(40, 32), 9, Integer.MIN_VALUE, new int[40]));
        table.loop("inclusive", () -> List.of(ints(9_000, 1), new int[9_000]));
        table.loop("exclusive", () -> List.of(ints(4_097, 2), new long[4_097], -5L));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("chosen", () -> List.of(ints(900, 38), new int[9_000], 4));
        table.loop("inPlace", () -> List.of(ints(4_096, 3)));
        table.loop("wholeFloats", () -> List.of(floats(8_500, 4, -90, 90), new float[8_500]));
        table.loop(
                "operations",
                () -> List.of(
                        ints(5_000, 5, -999, 999),
                        new long[5_000],
                        new float[5_000],
                        new double[5_000],
                        new int[5_000]));
        table.loop("extremesOfAll", () -> {
            float[] x = floats(6_000, 6, 0, 1);
            x[700] = -0f;
            x[5_000] = Float.NaN;
            return List.of(x, new float[6_000], new float[6_000]);
        });
        table.loop("read", () -> List.of(ints(4_500, 7, -50, 60), ints(16, 8), new int[4_500], new int[4_500]));
        table.loop("inner", () -> List.of(5, ints(2_000, 9, -9, 9), new int[400]));
        table.loop("backwards", () -> List.of(ints(13_000, 10), new int[13_000], 12_998));
        table.loop("several", () -> List.of(ints(5_000, 11), new int[5_000], new int[5_000]));
        table.loop("steps", () -> List.of(3, ints(4_200, 12)));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("indexThrows", () -> List.of(ints(6_000, 13, 0, 5), ints(9_000, 14), new int[6_000]));
        table.throwing(ArithmeticException.class)
                .loop("summandThrows", () -> List.of(with(ints(6_000, 15, 1, 50), 5_017, 0), new int[6_000]));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("shortInput", () -> List.of(ints(4_300, 16), new int[9_000]));
        table.throwing(IllegalStateException.class)
                .loop("throwsItself", () -> List.of(ints(4_300, 17, 0, 60), new int[6_000]));
    }
}
