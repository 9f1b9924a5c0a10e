package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Counted loops of all forms, alone and in nests, that write, reduce, and go on with their variable. */
@SuppressWarnings({"lossy-conversions", "NarrowingCompoundAssignment", "IntLongMath", "OperatorPrecedence"
}) // as people write it
final class LoopFormKernels {
    private LoopFormKernels() {}

    @GpuKernel
    static int doWhile(int from, float[] x, float[] y) {
        int i = from;
        do {
            y[i] = x[i] * 2;
        } while (++i < y.length);
        return i;
    }

    @GpuKernel
    static long sumOfDoWhile(int from, int n, long[] x) {
        long sum = 0;
        int i = from;
        do {
            sum += x[i];
        } while (i++ < n);
        x[0] = sum;
        return sum * 3 + i;
    }

    @GpuKernel
    static long lastOfDoWhile(int n, int[] x, int[] y) {
        int i = 0;
        int last;
        do {
            last = x[i] * 3;
            y[i] = last;
            i += 3;
        } while (i <= n);
        return 31L * last + i;
    }

    @GpuKernel
    static void doWhileInDoWhile(int w, int h, float[] x, float[] y) {
        int row = 0;
        do {
            int column = 0;
            do {
                y[row * w + column] = x[column * h + row];
            } while (++column < w);
        } while (++row < h);
    }

    @GpuKernel
    static void breakAtEnd(int n, double[] y) {
        for (int i = 0; ; i++) {
            y[i] += i;
            if (i == n) {
                break;
            }
        }
    }

    @GpuKernel
    static int countDown(int[] x) {
        int i = x.length;
        int odd = 0;
        while (i-- > 0) {
            odd ^= x[i];
            x[i] += i;
        }
        return odd + i;
    }

    @GpuKernel
    static void incrementFirst(float[] x, float[] y) {
        int i = -1;
        while (++i < y.length) {
            y[i] = x[i] + 1;
        }
    }

    @GpuKernel
    static void differences(int[] x, int[] y) {
        for (int i = 0; i + 1 < x.length; i++) {
            y[i] = x[i + 1] - x[i];
        }
    }

    @GpuKernel
    static int shortest(int n, int[] x, long[] y) {
        int i = 0;
        for (; i < n && i < x.length && i <= y.length - 1; i++) {
            y[i] += x[i];
        }
        return i;
    }

    @GpuKernel
    static void boundedRows(int w, int rows, boolean isDue, float[] x) {
        for (int row = 0; row < rows && row < x.length / w; row++) {
            for (int column = 0; isDue && column < w; column++) {
                x[row * w + column] += row * 0.5f;
            }
        }
    }

    @GpuKernel
    static int asManyAsGiven(int[] n, int[] x) {
        int sum = 0;
        for (int i = 0; i < n[1]; i++) {
            sum += x[i];
            x[i] = n[0] + i;
        }
        return sum;
    }

    @GpuKernel
    static void thrownByBound(int[] n, float[] x) {
        for (int i = 0; i < n[x.length]; i++) {
            x[i] = 1;
        }
    }

    @GpuKernel
    static int everySo(int from, int step, int[] x) {
        int i = from;
        for (; i < x.length; i += step) {
            x[i] = -x[i];
        }
        return i;
    }

    @GpuKernel
    static void gridOfTiles(int step, int w, int h, float[] x) {
        for (int row = 0; row < h; row += step) {
            for (int column = w - 1; column >= 0; column -= step) {
                x[row * w + column] = row - column;
            }
        }
    }

    @GpuKernel
    static int endsToMiddle(int[] x) {
        int i = 0;
        for (int j = x.length - 1; i < j; i++, j--) {
            int first = x[i];
            x[i] = x[j];
            x[j] = first;
        }
        return i;
    }

    @GpuKernel
    static void letters(int[] counts, char[] text) {
        for (char c = 'a'; c <= 'z'; c++) {
            int n = 0;
            for (char other : text) {
                n += other == c ? 1 : 0;
            }
            counts[c - 'a'] = n;
        }
    }

    @GpuKernel
    static long bytesUpTo(byte from, int to, long[] x) {
        long sum = 0;
        byte i = from;
        for (; i < to; i += 2) {
            sum += x[i];
        }
        x[1] = sum;
        return sum * 7 + i;
    }

    @GpuKernel
    static int intUpToLong(long n, int[] x) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += x[i] ^ i;
        }
        x[0] = sum;
        return sum;
    }

    /** Steps of the host around a loop of the device. */
    @GpuKernel
    static int steps(int[] n, double[] x) {
        int t = 0;
        do {
            for (int i = 0; i < x.length; i++) {
                x[i] = x[i] * 0.5 + t;
            }
        } while (++t < n[0]);
        return t;
    }

    /** All that the loop does follows from how often it runs. */
    @GpuKernel
    static void onlyCounted(int few, int n, int step, long[] out) {
        long sum = 0;
        int twos = 0;
        for (int i = 0; i < n; i += step) {
            sum += few;
            twos += 2;
        }
        out[0] = sum;
        out[1] = twos;
    }

    /** What inner loops leave behind that go by 2, past ends that they do not meet. */
    @GpuKernel
    static void leftByTwos(int width, int[] x, int[] y) {
        for (int row = 0; row < y.length; row++) {
            int up = 0;
            for (; up < width; up += 2) {
                y[row] += x[row * width + up];
            }
            int down = width - 1;
            for (; down > 0; down -= 2) {
                y[row] ^= x[row * width + down];
            }
            y[row] += up * 1000 + down * 100_000;
        }
    }

    /** Whole chunks of a length that is known at launch. */
    @GpuKernel
    static int wholeChunks(int length, int[] x, int[] sums) {
        int chunk = 0;
        int i = 0;
        for (; i + length <= x.length; i += length) {
            int sum = 0;
            for (int j = i; j < i + length; j++) {
                sum += x[j];
            }
            sums[chunk++] = sum;
        }
        return i;
    }

    /** All stages of a Walsh transform: the step is the same throughout each. */
    @GpuKernel
    static void butterflyStages(int[] x) {
        for (int half = 1; half < x.length; half *= 2) {
            for (int i = 0; i < x.length; i += 2 * half) {
                for (int j = 0; j < half; j++) {
                    int other = x[i + j + half];
                    x[i + j + half] = x[i + j] - other;
                    x[i + j] += other;
                }
            }
        }
    }

    /** Two variables that meet, of which one goes further; what they are then. */
    @GpuKernel
    static void unevenMeeting(int[] x, int[] y, int[] out) {
        int i = 0;
        int j = x.length - 1;
        for (; i < j; i += 2, j--) {
            y[i] = x[j] - i;
        }
        out[0] = i;
        out[1] = j;
        int up = 1;
        int down = y.length - 1;
        while (up <= down) {
            y[down] += up;
            down -= 3;
            up++;
        }
        out[2] = up;
        out[3] = down;
    }

    /** The inner loop follows from an iteration that constants exclude: with the loop written out nothing leads there. */
    @GpuKernel
    static void wayOutOfALoopThatIsNotTaken(int n, int[] x, int[] y) {
        for (int i = 0; i < y.length; i++) {
            int sum = x[i];
            for (int k = 0; k < 3; k++) {
                int part = sum * 5 + k;
                if (k * k * k == 5) {
                    int other = part * n;
                    for (int m = 0; m < n; m++) {
                        sum += other ^ x[m];
                    }
                    break;
                }
                sum += part;
            }
            y[i] = sum;
        }
    }

    /** Both sides of a small matrix by one of them, its length a constant. */
    @GpuKernel
    static void symmetric(float[] x, float[] m) {
        for (int i = 0; i < 9; i++) {
            for (int j = i + 1; j < 9; j++) {
                float v = x[i] * x[j];
                m[i * 9 + j] = v;
                m[j * 9 + i] = v;
            }
        }
    }

    static void inputs(KernelInputs table) {
        table.loop("symmetric", () -> List.of(floats(9, 23, -1, 1), new float[81]));
        table.loop("wholeChunks", () -> List.of(6, ints(100, 21), new int[17]));
        table.loop("butterflyStages", () -> List.of(ints(256, 22)));
        table.loop("unevenMeeting", () -> List.of(ints(77, 21), new int[78], new int[4]));
        table.loop("leftByTwos", () -> List.of(5, ints(60, 20), new int[12]));
        table.loop("onlyCounted", () -> List.of(5, 1000, 7, new long[2]));
        table.loop("doWhile", () -> List.of(3, floats(70, 1, -1, 1), new float[70]));
        table.loop("sumOfDoWhile", () -> List.of(5, 60, longs(80, 2)));
        table.loop("lastOfDoWhile", () -> List.of(50, ints(60, 3), new int[60]));
        table.loop("doWhileInDoWhile", () -> List.of(9, 7, floats(63, 4, -1, 1), new float[63]));
        table.loop("breakAtEnd", () -> List.of(39, doubles(40, 5, -1, 1)));
        table.loop("countDown", () -> List.of(ints(90, 6)));
        table.loop("incrementFirst", () -> List.of(floats(50, 7, -1, 1), new float[50]));
        table.loop("differences", () -> List.of(ints(75, 8), new int[75]));
        table.loop("shortest", () -> List.of(50, ints(60, 9), longs(45, 10)));
        table.loop("boundedRows", () -> List.of(8, 20, true, floats(100, 11, -1, 1)));
        table.loop("asManyAsGiven", () -> List.of(new int[] {9, 40}, ints(60, 12)));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("thrownByBound", () -> List.of(new int[] {1, 2}, new float[5]));
        table.loop("everySo", () -> List.of(2, 7, ints(100, 13)));
        table.loop("gridOfTiles", () -> List.of(3, 10, 8, floats(80, 14, -1, 1)));
        table.loop("endsToMiddle", () -> List.of(ints(77, 15)));
        table.loop("letters", () -> List.of(new int[26], "the quick brown fox jumps over the lazy dog".toCharArray()));
        table.loop("bytesUpTo", () -> List.of((byte) 4, 90, longs(128, 16)));
        table.loop("intUpToLong", () -> List.of(66L, ints(66, 17)));
        table.loop("steps", () -> List.of(new int[] {4}, doubles(50, 18, -1, 1)));
        table.loop("wayOutOfALoopThatIsNotTaken", () -> List.of(9, ints(33, 4), new int[33]));
    }
}
