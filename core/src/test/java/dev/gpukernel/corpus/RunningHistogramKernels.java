package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Loops that update elements in any order beside values that run on. */
@SuppressWarnings({"lossy-conversions", "NarrowingCompoundAssignment", "IntLongMath", "OperatorPrecedence"
}) // as people write it
final class RunningHistogramKernels {
    private RunningHistogramKernels() {}

    @GpuKernel
    static int besideASum(byte[] data, int[] bins, int[] sums) {
        int s = 0;
        for (int i = 0; i < data.length; i++) {
            bins[data[i] & 255]++;
            s += data[i];
            sums[i] = s;
        }
        return s;
    }

    /** Under the condition of a counter, and in the else. */
    @GpuKernel
    static int kept(int[] x, int[] out, int[] hits, long[] misses) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 10) {
                out[n++] = x[i];
                hits[x[i] & 15]++;
            } else {
                misses[x[i] & 7] += x[i];
            }
        }
        return n;
    }

    /** The running value is what is added, says to which element, whether, and how much is left of it. */
    @GpuKernel
    static void ofRunningValues(int[] x, int[] sums, int[] added, int[] places, long[] greater, int[] shares) {
        int s = 7;
        for (int i = 0; i < x.length; i++) {
            added[x[i] & 31] += s;
            s += x[i];
            sums[i] = s;
            places[s & 63]++;
            if (s % 3 == 0) {
                greater[i & 3] = Math.max(greater[i & 3], s);
            }
            shares[i & 15] ^= x[i] / (s | 1);
        }
    }

    /** A counter runs over a nest, and each of its numbers is a weight. */
    @GpuKernel
    static int overANest(int w, int h, int[] image, int[] out, long[] weights) {
        int n = 0;
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                int v = image[y * w + x];
                if (v > 40) {
                    out[n++] = v;
                    weights[v & 15] += n;
                }
            }
        }
        return n;
    }

    /** From the element before, with a floating value that runs on and a reduction besides. */
    @GpuKernel
    static long fromTheElementBefore(int[] x, int[] y, float[] totals, int[] bins) {
        float total = 0;
        long odd = 0;
        for (int i = 1; i < x.length; i++) {
            y[i] = y[i - 1] + x[i];
            total += x[i] & 3;
            totals[i] = total;
            odd += x[i] & 1;
            bins[x[i] & 15] |= x[i];
        }
        return odd;
    }

    /** An element of the histogram is not there in some iteration. */
    @GpuKernel
    static void outOfRange(int[] key, int[] bins, int[] sums) {
        int s = 0;
        for (int i = 0; i < key.length; i++) {
            s += key[i];
            bins[key[i]]++;
            sums[i] = s;
        }
    }

    /** There is no more room for what is kept. */
    @GpuKernel
    static void outOfRoom(int[] key, int[] bins, int[] out) {
        int n = 0;
        for (int i = 0; i < key.length; i++) {
            bins[key[i]] += n;
            if (key[i] > 3) {
                out[n++] = i;
            }
        }
    }

    /** The running value ends the loop of the thread that updates. */
    @GpuKernel
    static void boundedByARunningValue(int[] x, int[] sums, int[] bins) {
        int s = 0;
        for (int i = 0; i < x.length; i++) {
            s += x[i] & 5;
            for (int k = 0; k < (s & 3); k++) {
                bins[k]++;
            }
            sums[i] = s;
        }
    }

    /** More elements than there is room for beside a block. */
    @GpuKernel
    static int many(int[] x, int[] bins, int[] sums) {
        int most = Integer.MIN_VALUE;
        for (int i = 0; i < x.length; i++) {
            bins[x[i]]--;
            most = Math.max(most, x[i]);
            sums[i] = most;
        }
        return most;
    }

    static void inputs(KernelInputs table) {
        table.loop("besideASum", () -> List.of(bytes(5000, 1), new int[256], new int[5000]));
        table.loop("kept", () -> List.of(ints(4500, 2, -99, 99), new int[4500], new int[16], new long[8]));
        table.loop(
                "ofRunningValues",
                () -> List.of(
                        ints(4500, 3, -99, 99), new int[4500], new int[32], new int[64], new long[4], new int[16]));
        table.loop("overANest", () -> List.of(20, 30, ints(600, 4, 0, 99), new int[600], new long[16]));
        table.loop(
                "fromTheElementBefore",
                () -> List.of(ints(4500, 5, 0, 99), ints(4500, 6, 0, 9), new float[4500], new int[16]));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("outOfRange", () -> List.of(ints(4500, 7, 0, 1000), ints(999, 8, 0, 9), new int[4500]));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("outOfRoom", () -> List.of(ints(4500, 9, 0, 9), new int[10], new int[2000]));
        table.loop("boundedByARunningValue", () -> List.of(ints(4500, 10, 0, 99), new int[4500], new int[3]));
        table.loop("many", () -> List.of(ints(4500, 11, 0, 20_000), new int[20_000], new int[4500]));
    }
}
