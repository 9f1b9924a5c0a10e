package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Kernels that return records. */
@SuppressWarnings("ArrayRecordComponent") // as people write it
final class RecordResultKernels {
    private RecordResultKernels() {}

    record Stats(double mean, double deviation) {}

    record Extremes(int least, int leastAt, int greatest, int greatestAt) {}

    record Summary(Stats stats, Extremes extremes, boolean isRising, short count) {}

    record Split(int[] low, int[] high, int lows) {
        Split {
            if (lows < 0) {
                throw new IllegalArgumentException("lows " + lows);
            }
        }
    }

    record Pair(float[] first, float[] second) {}

    record Counts(int[] histogram) {}

    record Total(long total) {}

    @GpuKernel
    static Stats stats(int[] x) {
        long sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
        }
        double mean = (double) sum / x.length;
        long squares = 0;
        for (int i = 0; i < x.length; i++) {
            long distance = x[i] - Math.round(mean);
            squares += distance * distance;
        }
        return new Stats(mean, Math.sqrt((double) squares / (x.length - 1)));
    }

    @GpuKernel
    static Extremes extremes(int[] x) {
        int least = Integer.MAX_VALUE;
        int leastAt = -1;
        int greatest = Integer.MIN_VALUE;
        int greatestAt = -1;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < least) {
                least = x[i];
                leastAt = i;
            }
        }
        for (int i = 0; i < x.length; i++) {
            if (x[i] > greatest) {
                greatest = x[i];
                greatestAt = i;
            }
        }
        return new Extremes(least, leastAt, greatest, greatestAt);
    }

    /** Records in a record, and numbers of every width. */
    @GpuKernel
    static Summary summary(int[] x) {
        long sum = 0;
        boolean rises = true;
        for (int i = 1; i < x.length; i++) {
            sum += x[i];
            rises = rises && x[i] > x[i - 1];
        }
        Stats stats = new Stats((double) sum / x.length, 0);
        return new Summary(stats, new Extremes(x[0], 0, x[x.length - 1], x.length - 1), rises, (short) x.length);
    }

    /** Arrays that the kernel makes, and a number; its constructor checks. */
    @GpuKernel
    static Split split(int[] x, int limit) {
        int[] low = new int[x.length];
        int[] high = new int[x.length];
        int lows = 0;
        int highs = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < limit) {
                low[lows++] = x[i];
            }
        }
        for (int i = 0; i < x.length; i++) {
            if (x[i] >= limit) {
                high[highs++] = x[i];
            }
        }
        return new Split(low, high, lows);
    }

    /** One that was passed, or the same one twice, and one that is new or not. */
    @GpuKernel
    static Pair either(int n, float[] x, float[] y) {
        for (int i = 0; i < x.length; i++) {
            y[i] += n * x[i];
        }
        if (n > 5) {
            return new Pair(y, y);
        }
        float[] second = n > 2 ? new float[n] : x;
        return new Pair(n == 1 ? x : y, second);
    }

    /** An array of constant length, which is one of the thread's own but for that it is returned. */
    @GpuKernel
    static Counts counts(int[] x) {
        int[] histogram = new int[16];
        for (int i = 0; i < x.length; i++) {
            histogram[x[i] & 15]++;
        }
        return new Counts(histogram);
    }

    /** Two made arrays that are one. */
    @GpuKernel
    static Split twice(int[] x) {
        int[] made = x.clone();
        for (int i = 0; i < x.length; i++) {
            made[i] *= 3;
        }
        return new Split(made, made, made.length);
    }

    @GpuKernel
    static Total total(int[] x) {
        long total = 0;
        for (int each : x) {
            total += each;
        }
        return new Total(total);
    }

    /** Out of a loop that ends early. */
    @GpuKernel
    static Extremes firstNegative(int[] x) {
        for (int i = 0; i < x.length; i++) {
            if (x[i] < 0) {
                return new Extremes(x[i], i, 0, i + 1);
            }
        }
        return new Extremes(0, -1, 0, -1);
    }

    /** The constructor refuses. */
    @GpuKernel
    static Split refused(int[] x) {
        int negative = 0;
        for (int i = 0; i < x.length; i++) {
            negative -= x[i] < 0 ? 1 : 0;
        }
        return new Split(x, x, negative);
    }

    static void inputs(KernelInputs table) {
        table.loop("stats", () -> List.of(ints(500, 1, -999, 999)));
        table.loop("extremes", () -> List.of(ints(500, 2)));
        table.loop("summary", () -> List.of(ints(500, 3)));
        table.loop("split", () -> List.of(ints(500, 4, -99, 99), 10));
        table.loop("either", () -> List.of(3, floats(50, 5, -9, 9), floats(50, 6, -9, 9)));
        table.loop("counts", () -> List.of(ints(500, 7)));
        table.loop("twice", () -> List.of(ints(50, 8)));
        table.loop("total", () -> List.of(ints(500, 9)));
        table.loop("firstNegative", () -> List.of(ints(500, 10, -1, 99)));
        table.throwing(IllegalArgumentException.class).loop("refused", () -> List.of(ints(50, 11)));
    }
}
