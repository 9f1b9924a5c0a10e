package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import java.util.List;

/** Variables that are one array or another. */
@SuppressWarnings({"ArrayRecordComponent", "StatementSwitchToExpressionSwitch"}) // as people write it
final class ArrayChoiceKernels {
    private static final int[] ODD_WEIGHTS = {3, 1, 4, 1, 5};
    private static final int[] EVEN_WEIGHTS = {2, 7};

    private ArrayChoiceKernels() {}

    record Pair(int[] one, int[] other, int factor) {
        Pair swapped() {
            return new Pair(other, one, factor + 1);
        }
    }

    @GpuKernel
    static void byTheHost(int n, float[] a, float[] b, float[] out) {
        float[] from = n > 3 ? a : b;
        for (int i = 0; i < out.length; i++) {
            out[i] = 2 * from[i] + from.length;
        }
    }

    @GpuKernel
    static void inEachIteration(int[] a, int[] b, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int[] from = i % 3 == 0 ? a : b;
            out[i] = from[i % from.length] + from.length;
        }
    }

    @GpuKernel
    static void stores(int[] x, int[] positive, int[] others) {
        for (int i = 0; i < x.length; i++) {
            int[] to = x[i] > 0 ? positive : others;
            to[i] = x[i];
        }
    }

    /** Beside what the iterations carry. */
    @GpuKernel
    static long sums(int[] x, int[] a, int[] b, long[] running) {
        long sum = 0;
        long best = Long.MIN_VALUE;
        for (int i = 0; i < x.length; i++) {
            int[] from = (x[i] & 1) == 0 ? a : b;
            long value = from[i];
            sum += value;
            running[i] = sum;
            if (value > best) {
                best = value;
            }
        }
        return sum ^ best;
    }

    @GpuKernel
    static int[] returned(int n, int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] += b[i];
        }
        return n > 3 ? a : n > 2 ? b : new int[n];
    }

    @GpuKernel
    static int[] madeOrGiven(int n, int[] a, int[] b) {
        int[] sum = n > 3 ? a.clone() : n > 2 ? new int[b.length] : a;
        for (int i = 0; i < b.length; i++) {
            sum[i] += b[i];
        }
        return sum;
    }

    private static int[] either(boolean first, int[] a, int[] b) {
        if (first) {
            return a;
        }
        return b;
    }

    private static int at(int[] a, int i) {
        return a[i];
    }

    @GpuKernel
    static int[] byMethods(int n, int[] a, int[] b, int[] c) {
        int[] from = either(n > 3, a, b);
        for (int i = 0; i < c.length; i++) {
            c[i] += from[i] + at(either(i % 2 == 0, b, c), i);
        }
        for (int i = 0; i < c.length; i++) {
            either(i % 5 == 0, a, b)[i] = i;
        }
        return either(n > 3, either(n > 2, a, b), c);
    }

    @GpuKernel
    static void bySwitch(int n, int[] a, int[] b, int[] c) {
        int[] from;
        switch (n) {
            case 1:
                from = a;
                break;
            case 3:
                from = b;
                break;
            default:
                from = n > 3 ? c : a;
        }
        for (int i = 1; i < c.length; i++) {
            b[i] = from[i - 1];
        }
    }

    @GpuKernel
    static void tables(int n, int[] a, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int[] weights = i % 2 == 0 ? EVEN_WEIGHTS : ODD_WEIGHTS;
            int[] others = n > 3 ? ODD_WEIGHTS : a;
            out[i] = weights[i % weights.length] - others[i % others.length];
        }
    }

    /** In each step of the host. */
    @GpuKernel
    static void backAndForth(int steps, double[] a, double[] b) {
        for (int step = 0; step < steps; step++) {
            double[] from = step % 2 == 0 ? a : b;
            double[] to = step % 2 == 0 ? b : a;
            for (int i = 1; i < a.length - 1; i++) {
                to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
            }
        }
    }

    /** A choice before a loop in which arrays change places, twice. */
    @GpuKernel
    static void swappedFromEitherSide(int steps, int[] a, int[] b) {
        int[] from = steps % 2 == 0 ? a : b;
        int[] to = steps % 2 == 0 ? b : a;
        for (int step = 0; step < steps; step++) {
            for (int i = 1; i < a.length; i++) {
                to[i] = 3 * from[i] + from[i - 1] + step;
            }
            int[] t = from;
            from = to;
            to = t;
        }
        for (int step = 0; step < steps + 1; step++) {
            for (int i = 1; i < a.length; i++) {
                to[i] = from[i] - 5 * from[i - 1] + step;
            }
            if (to[step] % 3 != 0) {
                int[] t = from;
                from = to;
                to = t;
            }
        }
        for (int i = 0; i < a.length; i++) {
            from[i] ^= i;
        }
    }

    /** One of nine combinations. */
    @GpuKernel
    static void bestOfThree(int rounds, int[] a, int[] b, int[] c) {
        int[] best = a;
        for (int round = 0; round < rounds; round++) {
            int[] next = round % 3 == 0 ? a : round % 3 == 1 ? b : c;
            int nextSum = 0;
            int bestSum = 0;
            for (int i = 0; i < a.length; i++) {
                nextSum += next[i];
                bestSum += best[i];
            }
            if (nextSum > bestSum) {
                best = next;
            }
        }
        for (int i = 0; i < c.length; i++) {
            c[i] += best[i];
        }
    }

    @GpuKernel
    static void inRecords(int n, int[] a, int[] b, int[] c) {
        Pair pair = new Pair(a, b, 3);
        if (n > 3) {
            pair = pair.swapped();
        }
        Pair other = n > 2 ? pair : new Pair(c, c, n);
        for (int i = 0; i < c.length; i++) {
            pair.other()[i] = pair.one()[i] + other.factor() + other.one()[i];
        }
    }

    /** The index is checked against the length of the array that was chosen. */
    @GpuKernel
    static void tooShort(int n, int[] a, int[] b, int[] out) {
        int[] from = n > 3 ? b : a;
        for (int i = 0; i < out.length; i++) {
            int[] added = i < 40 ? from : out;
            out[i] = from[i] + added[i];
        }
    }

    @GpuKernel
    static void ofThreads(int n, int[] a, int[] b, int[] c) {
        int i = Grid.x();
        if (i < c.length) {
            int[] from = (i & 1) == 0 ? a : b;
            int[] to = n > 3 || i < 10 ? c : from;
            to[i] = from[i] + from.length;
        }
    }

    /** The choice is over before threads wait, and another one begins afterwards. */
    @GpuKernel
    static void aroundABarrier(int[] a, int[] b, int[] low, int[] high) {
        int[] shared = Shared.ints(16);
        int t = ThreadIdx.x();
        int i = Grid.x();
        int[] from = i % 3 == 0 ? a : b;
        shared[t] = from[i % from.length];
        Block.sync();
        int[] to = t < 5 ? low : high;
        if (i < to.length) {
            to[i] += shared[15 - t];
        }
    }

    static void inputs(KernelInputs table) {
        table.loop("byTheHost", () -> List.of(5, floats(90, 1, -9, 9), floats(90, 2, -9, 9), new float[80]));
        table.loop("inEachIteration", () -> List.of(ints(70, 3), ints(90, 4), new int[200]));
        table.loop("stores", () -> List.of(ints(90, 5), new int[90], new int[90]));
        table.loop("sums", () -> List.of(ints(300, 6), ints(300, 7, -99, 99), ints(300, 8, -99, 99), new long[300]));
        table.loop("returned", () -> List.of(3, ints(90, 9), ints(90, 10)));
        table.loop("madeOrGiven", () -> List.of(4, ints(90, 11), ints(90, 12)));
        table.loop("byMethods", () -> List.of(4, ints(90, 13), ints(90, 14), ints(90, 15)));
        table.loop("bySwitch", () -> List.of(3, ints(90, 16), ints(90, 17), ints(90, 18)));
        table.loop("tables", () -> List.of(2, ints(90, 19), new int[90]));
        table.loop("backAndForth", () -> List.of(5, doubles(90, 20, -9, 9), doubles(90, 21, -9, 9)));
        table.loop("swappedFromEitherSide", () -> List.of(5, ints(90, 22), ints(90, 23)));
        table.loop("bestOfThree", () -> List.of(7, ints(90, 24, -9, 9), ints(90, 25, -9, 9), ints(90, 26, -9, 9)));
        table.loop("inRecords", () -> List.of(4, ints(90, 27), ints(90, 28), ints(90, 29)));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("tooShort", () -> List.of(4, ints(90, 30), ints(50, 31), new int[90]));
        table.grid("ofThreads", 90, () -> List.of(3, ints(90, 32), ints(90, 33), ints(90, 34)));
        table.grid("aroundABarrier", 90, () -> List.of(ints(70, 35), ints(96, 36), new int[80], new int[96]));
    }
}
