package dev.gpukernel.contract;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Parallel;

/** Loops over arrays that do not find room on the device at once. */
final class PieceKernels {
    private PieceKernels() {}

    @GpuKernel
    static void scaled(int a, int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            y[i] = a * x[i];
        }
    }

    @GpuKernel
    static void added(int n, int[] x, int[] y) {
        for (int i = 0; i < n; i++) {
            y[i] += x[i];
        }
    }

    /** Pieces need a few elements of their neighbours. */
    @GpuKernel
    static void smoothed(int[] x, int[] y) {
        for (int i = 2; i < x.length - 1; i++) {
            y[i] = x[i - 2] + 2 * x[i] + x[i + 1];
        }
    }

    @GpuKernel
    static void printed(int a, int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            if (i % 5000 == 0) {
                Gpu.printf("%d: %d of %d%n", i, x[i], a);
            }
            y[i] = a / x[i];
        }
    }

    @GpuKernel
    static long printedSum(int[] x) {
        long sum = 0;
        for (int i = 0; i < x.length; i++) {
            if (i % 5000 == 0) {
                Gpu.printf("%d: %d%n", i, x[i]);
            }
            sum += x[i];
        }
        return sum;
    }

    @GpuKernel
    static int printedRunning(int[] x, int[] y) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
            if (i % 5000 == 0) {
                Gpu.printf("%d: %d%n", i, sum);
            }
            y[i] = sum;
        }
        return sum;
    }

    @GpuKernel
    static void printedRows(int width, int[] x, int[] y) {
        for (int i = 0; i < x.length / width; i++) {
            for (int j = 0; j < width; j++) {
                if (i % 50 == 0 && j % 100 == 0) {
                    Gpu.printf("%d, %d%n", i, j);
                }
                y[i * width + j] = x[i * width + j] + i;
            }
        }
    }

    @GpuKernel
    static void reversed(int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            y[i] = x[x.length - 1 - i];
        }
    }

    @GpuKernel
    static void swapped(int[] x) {
        for (int i = 0; i < x.length / 2; i++) {
            int other = x[x.length - 1 - i];
            x[x.length - 1 - i] = x[i];
            x[i] = other;
        }
    }

    /** What lies between the elements that are written stays. */
    @GpuKernel
    static void spread(int[] x, int[] y) {
        for (int i = 0; i < x.length / 3; i++) {
            y[3 * i + 1] = x[i];
        }
    }

    @GpuKernel
    static void evenFromOdd(int[] x) {
        for (int i = 0; i < x.length / 2; i++) {
            x[2 * i] = x[2 * i + 1] + i;
        }
    }

    @GpuKernel
    static void positive(int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                y[i] = x[i];
            }
        }
    }

    /** Every piece needs all of the table. */
    @GpuKernel
    static void lookedUp(int[] table, int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            y[i] = table[x[i] & 63];
        }
    }

    @GpuKernel
    static void gathered(int[] table, int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            y[i] = table[x[i]];
        }
    }

    @GpuKernel
    static void counted(int[] bins, int[] x) {
        for (int i = 0; i < x.length; i++) {
            bins[x[i] & 63]++;
        }
    }

    @GpuKernel
    static void differences(int w, int h, int[] x, int[] y) {
        for (int row = 1; row < h; row++) {
            for (int i = 0; i < w - 1; i++) {
                y[row * w + i] = x[row * w + i + 1] - x[(row - 1) * w + i];
            }
        }
    }

    @GpuKernel
    static void rowSums(int w, int h, int[] x, int[] sums) {
        for (int row = 0; row < h; row++) {
            int sum = 0;
            for (int i = 0; i < w; i++) {
                sum += x[row * w + i];
            }
            sums[row] = sum;
        }
    }

    @GpuKernel
    static void downwards(int[] x, int[] y) {
        for (int i = x.length - 1; i >= 0; i--) {
            y[i] = x[i] ^ i;
        }
    }

    @GpuKernel
    static void thirds(int[] x, int[] y) {
        for (int i = 5; i < x.length; i += 3) {
            y[i] = x[i] + x[i - 4];
        }
    }

    @GpuKernel
    static int sum(int[] x) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i] * i;
        }
        return sum;
    }

    @GpuKernel
    static int written(int[] x, int[] y) {
        int most = 0;
        for (int i = 0; i < x.length; i++) {
            y[i] = x[i] + 1;
            most = Math.max(most, x[i]);
        }
        return most;
    }

    /** Where an element is 0, it throws. */
    @GpuKernel
    static void divided(int a, int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            y[i] = a / x[i];
        }
    }

    /** Where y is shorter, it throws. */
    @GpuKernel
    static void shifted(int by, int[] x, int[] y) {
        for (@Parallel int i = 0; i < x.length; i++) {
            y[i + by] = x[i];
        }
    }

    @GpuKernel
    static int quotients(int a, int[] x) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += a / x[i];
        }
        return sum;
    }

    @GpuKernel
    static void scaledRows(int a, int[][] x, int[][] y) {
        for (int i = 0; i < y.length; i++) {
            for (int j = 0; j < y[i].length; j++) {
                y[i][j] = a * x[i][j];
            }
        }
    }

    /** Where an element is 0, it throws. */
    @GpuKernel
    static void dividedRows(int a, int[][] x, int[][] y) {
        for (int i = 0; i < y.length; i++) {
            for (int j = 0; j < y[i].length; j++) {
                y[i][j] = a / x[i][j];
            }
        }
    }

    @GpuKernel
    static int running(int start, int[] x, int[] sums) {
        int sum = start;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
            sums[i] = sum;
        }
        return sum;
    }

    /** Of 64 bits, in place, and with a sum and a best value besides. */
    @GpuKernel
    static long runningLongs(int[] x) {
        long sum = 1L << 40;
        long product = 1;
        long total = 0;
        int best = Integer.MIN_VALUE;
        for (int i = 0; i < x.length; i++) {
            sum -= x[i];
            product *= x[i] | 1;
            total += sum ^ product;
            best = Math.max(best, (int) product);
            x[i] = (int) (sum >> 2) + (int) (product >> 7);
        }
        return total + best;
    }

    /** Reads neighbours, and where it begins and ends is said at the launch. */
    @GpuKernel
    static void runningMaximum(int from, int to, int[] x, int[] y) {
        int greatest = -5000;
        for (int i = from; i < to; i++) {
            greatest = Math.max(greatest, x[i - 1] + x[i]);
            y[i] = greatest;
        }
    }

    @GpuKernel
    static void runningExtremes(int[] x, int[] y) {
        int least = 0;
        int greatest = 0;
        for (int i = 0; i < x.length; i++) {
            least = Math.min(least, x[i]);
            greatest = Math.max(greatest, x[i]);
            y[i] = greatest - least;
        }
    }

    /** Finds few, which a small array holds. */
    @GpuKernel
    static int found(int[] x, int[] places) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 990) {
                places[n++] = i;
            }
        }
        return n;
    }

    @GpuKernel
    static int runningQuotients(int a, int[] x, int[] y) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
            y[i] = sum + a / x[i];
        }
        return sum;
    }

    @GpuKernel
    static float runningFloats(float start, float[] x) {
        float sum = start;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
            x[i] = sum;
        }
        return sum;
    }

    @GpuKernel
    static double runningDoubles(double start, float[] x) {
        double product = start;
        for (int i = 0; i < x.length; i++) {
            product *= 1 + 1e-4 * x[i];
            x[i] = (float) product;
        }
        return product;
    }

    /** Pieces write different elements between one another's. */
    @GpuKernel
    static void interleaved(int[] x, int[] y) {
        for (int i = 0; i < x.length / 8; i++) {
            y[2 * i] = x[8 * i];
            y[2 * i + 1001] = -x[8 * i + 3];
        }
    }
}
