package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Plain loops with numbers that run on beside the loop's variable. */
@SuppressWarnings({"lossy-conversions", "NarrowingCompoundAssignment", "IntLongMath", "OperatorPrecedence"
}) // as people write it
final class InductionKernels {
    private InductionKernels() {}

    /** Two channels, one after the other, and nothing behind a row's end. */
    @GpuKernel
    static void convolution(int height, int width, float[] in, float[] weights, float[] out) {
        int p = 0;
        for (int y = 1; y < height - 1; y++) {
            for (int x = 1; x < width - 1; x++) {
                float sum = 0;
                for (int dy = -1; dy <= 1; dy++) {
                    for (int dx = -1; dx <= 1; dx++) {
                        sum += in[(y + dy) * width + x + dx] * weights[3 * dy + dx + 4];
                    }
                }
                out[p] = sum;
                out[p + 1] = Math.abs(sum);
                p += 2;
            }
            p += 4;
        }
    }

    @GpuKernel
    static void elements(float[] in, float[] out) {
        int k = 0;
        for (float value : in) {
            out[k++] = value * 2;
        }
    }

    @GpuKernel
    static void bothEnds(int[] in, int[] out) {
        for (int i = 0, j = in.length - 1; i < in.length; i++, j--) {
            out[i] = in[j] - in[i];
        }
    }

    @GpuKernel
    static void pairs(int[] a, int[] b, int[] out) {
        int k = 3;
        for (int i = 0; i < a.length; i++) {
            out[k++] = a[i];
            out[k++] = b[i];
        }
        out[k] = -k;
    }

    /** The number of the iteration where the variable takes steps of four. */
    @GpuKernel
    static void everyFourth(int[] in, int[] out, int[] ends) {
        int k = 0;
        for (int i = 0; i < in.length; i += 4) {
            out[k] = in[i];
            k++;
        }
        ends[0] = k;
    }

    @GpuKernel
    static void everyThirdDownwards(int[] in, int[] out, int[] ends) {
        int k = out.length;
        int odd = 1;
        for (int i = in.length - 1; i >= 0; i -= 3) {
            out[--k] = in[i] * odd;
            odd += 2;
        }
        ends[0] = k;
        ends[1] = odd;
    }

    @GpuKernel
    static void strides(int n, int by, long wide, int[] in, int[] out) {
        int p = 1;
        int q = 0;
        for (int i = 0; i < n; i++) {
            out[p] = in[q];
            p = p + by;
            q += wide;
        }
    }

    @GpuKernel
    static void eitherWay(int[] in, int[] out) {
        int p = 0;
        for (int i = 0; i < in.length; i++) {
            if (in[i] > 0) {
                out[p] = in[i];
                p += 2;
            } else {
                p++;
                out[p] = -in[i];
                p++;
            }
        }
    }

    /** Longs and smaller types, which wrap around. */
    @GpuKernel
    static void values(long[] out, byte[] small, char[] letters) {
        long value = Long.MAX_VALUE - 30;
        byte b = 120;
        char c = 'z';
        for (int i = 0; i < out.length; i++) {
            value += 7;
            out[i] = value;
            small[i] = b++;
            letters[i] = c;
            c -= 3;
        }
        out[0] = b + c;
    }

    @GpuKernel
    static void longLoop(long n, int[] out) {
        int p = 5;
        for (long i = 0; i < n; i++) {
            out[p] = p;
            p += 3;
        }
        out[0] = p;
    }

    @GpuKernel
    static void asDivisor(int[] in, int[] out) {
        int left = in.length;
        for (int i = 0; i < in.length; i++) {
            if (in[i] % left == 0) {
                out[i] = left;
            }
            left--;
            out[i] += Math.max(left, 3);
        }
    }

    @GpuKernel
    static void divisorBecomesZero(int[] in, int[] out) {
        int left = in.length - 5;
        for (int i = 0; i < in.length; i++) {
            out[i] = in[i] / left;
            left--;
        }
    }

    @GpuKernel
    static void beyondTheEnd(int[] in, int[] out) {
        int p = 0;
        for (int i = 0; i < in.length; i++) {
            out[p] = in[i];
            p += 2;
        }
    }

    /** The running number begins anew in each row. */
    @GpuKernel
    static void triangles(int height, int width, int[] in, int[] out) {
        for (int y = 0; y < height; y++) {
            int p = y * width;
            for (int x = 0; x < width; x++) {
                out[p] = in[p] + x;
                p++;
            }
        }
    }

    /** A row's number comes first, with an end of its own behind the rest. */
    @GpuKernel
    static void framedRows(int height, int width, int[] in, int[] out) {
        int p = 0;
        int q = 0;
        for (int y = 0; y < height; y++) {
            out[p++] = y;
            for (int x = 0; x < width; x++) {
                out[p++] = in[q++];
            }
            out[p++] = -1;
        }
        out[p] = q;
    }

    /** Inner loops that have no iteration take nothing back. */
    @GpuKernel
    static void emptyRows(int height, int width, int[] out, int[] ends) {
        int p = 0;
        int q = 100;
        for (int y = 0; y < height; y++) {
            out[p++] = q;
            for (int x = 0; x < width; x++) {
                out[p++] = x;
            }
            for (int x = width; x > 0; x--) {
                q--;
            }
            q -= 2;
        }
        ends[0] = p;
        ends[1] = q;
    }

    @GpuKernel
    static void volume(int depth, int height, int width, int rowPad, int[] in, int[] out) {
        int p = 0;
        int q = in.length;
        for (int z = 0; z < depth; z++) {
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    out[p++] = in[--q];
                }
                p += rowPad;
            }
            p += 3;
        }
    }

    @GpuKernel
    static void withinThreads(int columns, float[] a, float[] sums) {
        int p = 0;
        for (int row = 0; row < sums.length; row++) {
            float sum = 0;
            for (int column = 0; column < columns; column++) {
                sum += a[p++];
            }
            sums[row] = sum;
        }
    }

    @GpuKernel
    static void overTime(int steps, int[] a) {
        int weight = 1;
        for (int t = 0; t < steps; t++) {
            int p = weight;
            for (int i = 0; i < a.length; i++) {
                a[i] += p;
                p += weight;
            }
            weight += 2;
        }
    }

    @GpuKernel
    static int besideReductions(int[] in, int[] out) {
        int sum = 0;
        int count = 0;
        int best = Integer.MIN_VALUE;
        int where = -1;
        int k = 100;
        for (int value : in) {
            sum += value * k;
            if (value > best) {
                best = value;
                where = k;
            }
            out[count] = k;
            count++;
            k -= 2;
        }
        return sum + where * 1000 + count;
    }

    /** The bound of the inner loop is of another type than its variable. */
    @GpuKernel
    static int longRows(int height, long width, int[] in, int[] out) {
        int k = 3;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                k += 2;
                out[k] = in[y * 13 + x];
            }
        }
        return k;
    }

    @GpuKernel
    static int byParameter(int step, int[] in, int[] out) {
        int k = 0;
        for (int i = 0; i < in.length; i += step) {
            k += 1;
            out[k] = in[i];
        }
        return k;
    }

    @GpuKernel
    static int besideChar(int n, int[] in, int[] out) {
        int k = 0;
        for (char i = 0; i < n; i++) {
            k += 1;
            out[i] = in[i] + k;
        }
        return k;
    }

    /** Two numbers run on beside a byte, which ends where bytes do. */
    @GpuKernel
    static long besideByte(int n, int[] in, int[] out, int[] other) {
        int k = 1;
        long m = 2;
        for (byte i = 0; i < n; i++) {
            out[(int) m] = in[i];
            m += 1;
            other[k] = in[i] * 3;
            k += 3;
        }
        return m * 1000 + k;
    }

    /** Downwards in steps of 3, and by a parameter, beyond the ends of int. */
    @GpuKernel
    static int besideShort(int from, int by, long far, int[] in, int[] out, long[] wide) {
        int k = by;
        long m = far;
        for (short i = (short) from; i > -32_700; i -= 3) {
            k += by;
            out[i + 32_768] = in[i + 32_768] ^ k;
            wide[i + 32_768] = m;
            m -= far;
        }
        return k + (int) m;
    }

    /** Which elements are kept follows from what runs on beside a char. */
    @GpuKernel
    static int keptBesideChar(int n, int step, int[] in, int[] table, int[] out) {
        int k = 0;
        int kept = 0;
        for (char i = 0; i < n; i++) {
            k += step;
            if (table[k & 15] > 0) {
                kept += 2;
                out[kept] = in[i];
            }
        }
        return kept + k;
    }

    /** Where elements go runs on by a parameter. */
    @GpuKernel
    static int spreadBesideByte(int n, int first, int step, int[] in, int[] out) {
        int k = first;
        for (byte i = 0; i < n; i++) {
            out[k] = in[i];
            k += step;
        }
        return k;
    }

    static void inputs(KernelInputs table) {
        table.loop(
                "convolution", () -> List.of(9, 11, floats(99, 1, -1, 1), floats(9, 2, -1, 1), new float[7 * 22 + 5]));
        table.loop("elements", () -> List.of(floats(90, 3, -1, 1), new float[95]));
        table.loop("bothEnds", () -> List.of(ints(77, 4), new int[77]));
        table.loop("pairs", () -> List.of(ints(40, 5), ints(40, 6), new int[90]));
        table.loop("everyFourth", () -> List.of(ints(91, 7), new int[23], new int[1]));
        table.loop("everyThirdDownwards", () -> List.of(ints(91, 8), new int[40], new int[2]));
        table.loop("strides", () -> List.of(20, 4, (5L << 32) + 3, ints(70, 9), new int[90]));
        table.loop("eitherWay", () -> List.of(ints(50, 10, -9, 9), new int[100]));
        table.loop("values", () -> List.of(longs(300, 11), bytes(300, 12), new char[300]));
        table.loop("longLoop", () -> List.of(30L, new int[100]));
        table.loop("asDivisor", () -> List.of(ints(60, 13, 0, 99), new int[60]));
        table.throwing(ArithmeticException.class)
                .loop("divisorBecomesZero", () -> List.of(ints(60, 14, 0, 99), new int[60]));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("beyondTheEnd", () -> List.of(ints(60, 15), new int[99]));
        table.loop("triangles", () -> List.of(7, 9, ints(63, 16), new int[63]));
        table.loop("framedRows", () -> List.of(7, 9, ints(63, 17), new int[78]));
        table.loop("emptyRows", () -> List.of(9, -2, new int[9], new int[2]));
        table.loop("volume", () -> List.of(3, 4, 5, 2, ints(60, 18), new int[3 * 31]));
        table.loop("withinThreads", () -> List.of(12, floats(120, 19, -1, 1), new float[10]));
        table.loop("overTime", () -> List.of(5, ints(50, 20)));
        table.loop("longRows", () -> List.of(7, 13L, ints(91, 22), new int[200]));
        table.loop("byParameter", () -> List.of(3, ints(91, 23), new int[40]));
        table.loop("besideChar", () -> List.of(90, ints(91, 24), new int[91]));
        table.loop("besideByte", () -> List.of(127, ints(127, 25), new int[200], new int[400]));
        table.loop(
                "besideShort",
                () -> List.of(
                        32_767,
                        Integer.MAX_VALUE - 4,
                        Long.MIN_VALUE / 3,
                        ints(65_536, 26),
                        new int[65_536],
                        new long[65_536]));
        table.loop(
                "keptBesideChar",
                () -> List.of(65_535, Integer.MIN_VALUE + 3, ints(65_535, 27), ints(16, 28, -9, 9), new int[140_000]));
        table.loop("spreadBesideByte", () -> List.of(100, 3, 9, ints(100, 29), new int[1000]));
        table.loop("besideReductions", () -> List.of(ints(80, 21), new int[80]));
    }
}
