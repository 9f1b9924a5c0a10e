package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Loops that update elements which they cannot tell apart, in any order. */
@SuppressWarnings({"lossy-conversions", "NarrowingCompoundAssignment", "IntLongMath", "OperatorPrecedence"
}) // as people write it
final class HistogramKernels {
    private HistogramKernels() {}

    @GpuKernel
    static void ofBytes(byte[] data, int[] bins) {
        for (int i = 0; i < data.length; i++) {
            bins[data[i] & 255]++;
        }
    }

    /** Some element is not there. */
    @GpuKernel
    static void outOfRange(int[] key, int[] bins) {
        for (int i = 0; i < key.length; i++) {
            bins[key[i]]++;
        }
    }

    /** The weight is not there, though the element is. */
    @GpuKernel
    static void missingWeight(int[] key, long[] weight, long[] bins) {
        for (int i = 0; i < key.length; i++) {
            bins[key[i]] += weight[i];
        }
    }

    /** A number is wider than the elements. */
    @GpuKernel
    static void wideWeights(int[] key, long[] weight, int[] bins) {
        for (int i = 0; i < key.length; i++) {
            bins[key[i]] -= weight[i];
        }
    }

    @GpuKernel
    static void everyOperation(int[] key, int[] x, int[] sum, int[] all, int[] any, int[] odd, int[] low, int[] high) {
        for (int i = 0; i < key.length; i++) {
            int k = key[i];
            sum[k] = x[i] + sum[k] - 3;
            all[k] &= x[i];
            any[k] |= x[i];
            odd[k] = ~odd[k];
            low[k] = Math.min(low[k], x[i]);
            high[key[i]] = Math.max(x[i], high[key[i]]);
        }
    }

    @GpuKernel
    static void everyOperationOfLongs(int[] key, long[] x, long[] sum, long[] bits, long[] low, long[] high) {
        for (int i = 0; i < key.length; i++) {
            int k = key[i] + 1;
            sum[k]--;
            bits[k] ^= x[i] >>> 3;
            low[k] = Math.min(low[k], x[i]);
            high[k] = Math.max(high[k], x[i]);
        }
    }

    @GpuKernel
    static void underConditions(int[] x, int[] bins) {
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                bins[x[i] % 7]++;
            } else if (x[i] < -40) {
                bins[8] += x[i] > -60 ? 2 : 5;
            } else {
                continue;
            }
            bins[9]--;
        }
    }

    /** In a loop of the thread, of which some iterations update and some do not. */
    @GpuKernel
    static void inInnerLoop(int m, int[] index, int[] bins) {
        int rows = index.length / m;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < m; j++) {
                if (index[i * m + j] == 5) {
                    break;
                }
                bins[index[i * m + j]] += j;
            }
        }
    }

    @GpuKernel
    static void digits(int[] x, int[] bins) {
        for (int i = 0; i < x.length; i++) {
            int rest = x[i];
            while (rest > 0) {
                bins[rest % 10]++;
                rest /= 10;
            }
        }
    }

    @GpuKernel
    static void ofImage(int w, int h, int[] image, int[] bins) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                bins[image[y * w + x] >>> 3 & 31]++;
            }
        }
    }

    @GpuKernel
    static void columnSums(int w, int h, int[] image, int[] sums) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                sums[x] += image[y * w + x];
            }
        }
    }

    @GpuKernel
    static void channels(int[] pixels, int[] red, int[] green, int[] blue) {
        for (int pixel : pixels) {
            red[pixel >> 16 & 255]++;
            green[pixel >> 8 & 255]++;
            blue[pixel & 255]++;
        }
    }

    @GpuKernel
    static long besideReductions(int[] x, int[] bins, int[] doubled) {
        long sum = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
            bins[x[i] & 15]++;
            least = Math.min(least, x[i]);
            doubled[i] = 2 * x[i];
        }
        return sum + least;
    }

    /** Before the loop it is cleared, after it the host reads it, and another loop goes on from it. */
    @GpuKernel
    static void equalised(byte[] grey, int[] bins, byte[] out) {
        for (int i = 0; i < bins.length; i++) {
            bins[i] = 0;
        }
        for (int i = 0; i < grey.length; i++) {
            bins[grey[i] & 255]++;
        }
        int seen = 0;
        for (int i = 0; i < grey.length; i++) {
            seen += bins[grey[i] & 255] > 2 ? 1 : 0;
            out[i] = (byte) (bins[grey[i] & 255] * bins.length);
        }
        bins[0] = seen;
    }

    /** The loop of steps is the host's. */
    @GpuKernel
    static void steps(int steps, int[] key, int[] bins) {
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < key.length; i++) {
                bins[key[i]] += i;
            }
        }
    }

    /** Windows that overlap, backwards. */
    @GpuKernel
    static void spread(int[] x, long[] sums) {
        for (int i = x.length - 3; i >= 0; i -= 2) {
            for (int k = 0; k < 3; k++) {
                sums[i + k] += x[i];
            }
        }
    }

    /** An element in the middle of all iterations, and the length of the array. */
    @GpuKernel
    static void oneElement(int[] x, int[] count) {
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 3) {
                count[count.length / 2]++;
            }
        }
    }

    /** The number comes before the element it is compared with. */
    @GpuKernel
    static void greatestOfChosen(int[] keys, int[] x, int[] y, int[] most) {
        for (int i = 0; i < keys.length; i++) {
            most[keys[i]] = Math.max(x[i] > 3 ? x[i] : y[i], most[keys[i]]);
        }
    }

    static void inputs(KernelInputs table) {
        table.loop(
                "greatestOfChosen",
                () -> List.of(ints(3000, 30, 0, 12), ints(3000, 31, -9, 9), ints(3000, 32, -99, 99), new int[12]));
        table.loop("ofBytes", () -> List.of(bytes(30_000, 1), new int[256]));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("outOfRange", () -> List.of(ints(30_000, 2, 0, 1000), ints(999, 3, 0, 9)));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("missingWeight", () -> List.of(ints(2000, 4, 0, 20), longs(1500, 5), longs(20, 6)));
        table.loop("wideWeights", () -> List.of(ints(2000, 7, 0, 20), longs(2000, 8), ints(20, 9, 0, 9)));
        table.loop(
                "everyOperation",
                () -> List.of(
                        ints(3000, 10, 0, 12),
                        ints(3000, 11, -1000, 1000),
                        new int[12],
                        ints(12, 12, 0, 1 << 30),
                        new int[12],
                        ints(12, 13, -9, 9),
                        new int[12],
                        new int[12]));
        table.loop(
                "everyOperationOfLongs",
                () -> List.of(
                        ints(3000, 14, 0, 12),
                        longs(3000, 15),
                        new long[13],
                        longs(13, 16),
                        new long[13],
                        new long[13]));
        table.loop("underConditions", () -> List.of(ints(3000, 17, -100, 100), new int[10]));
        table.loop("inInnerLoop", () -> List.of(7, ints(3500, 18, 0, 16), new int[16]));
        table.loop("digits", () -> List.of(ints(3000, 19, 0, 1_000_000), new int[10]));
        table.loop("ofImage", () -> List.of(70, 40, ints(2800, 20, 0, 1 << 20), new int[32]));
        table.loop("columnSums", () -> List.of(70, 40, ints(2800, 21, 0, 1 << 20), new int[70]));
        table.loop("channels", () -> List.of(ints(3000, 22, 0, 1 << 24), new int[256], new int[256], new int[256]));
        table.loop("besideReductions", () -> List.of(ints(40_000, 23, -900, 900), new int[16], new int[40_000]));
        table.loop("equalised", () -> List.of(bytes(3000, 24), ints(256, 25, 0, 9), new byte[3000]));
        table.loop("steps", () -> List.of(3, ints(3000, 26, 0, 11), new int[11]));
        table.loop("spread", () -> List.of(ints(3000, 27, -9, 9), new long[3000]));
        table.loop("oneElement", () -> List.of(ints(3000, 28, 0, 9), new int[11]));
    }
}
