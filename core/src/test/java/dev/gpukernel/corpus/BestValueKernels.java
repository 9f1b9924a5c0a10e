package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Best values that the loop computes twice, to compare and to assign them, each time with branches. */
final class BestValueKernels {
    private BestValueKernels() {}

    private static float distance(float[] x, int i, float centre) {
        float difference = x[i] - centre;
        if (difference < 0) {
            return -difference;
        }
        return difference;
    }

    /** Strictly less: the first of equals. */
    @GpuKernel
    static void nearest(float[] x, float centre, float[] out) {
        float best = Float.MAX_VALUE;
        int where = -1;
        for (int i = 0; i < x.length; i++) {
            if (distance(x, i, centre) < best) {
                best = distance(x, i, centre);
                where = i;
            }
        }
        out[0] = best;
        out[1] = where;
    }

    /** Less or equal: the last of equals. */
    @GpuKernel
    static void lastNearest(float[] x, float centre, float[] out) {
        float best = Float.MAX_VALUE;
        int where = -1;
        for (int i = 0; i < x.length; i++) {
            if (distance(x, i, centre) <= best) {
                best = distance(x, i, centre);
                where = i;
            }
        }
        out[0] = best;
        out[1] = where;
    }

    /** The elements that are loaded depend on the condition, and so do the exceptions. */
    @GpuKernel
    static void eitherGreatest(int[] a, int[] b, int limit, int[] out) {
        int best = -1;
        for (int i = 0; i < a.length; i++) {
            if ((i > limit ? a[i] : b[i]) > best) {
                best = i > limit ? a[i] : b[i];
            }
        }
        out[0] = best;
    }

    @GpuKernel
    static void switchedGreatest(int[] a, int[] b, int[] out) {
        int best = Integer.MIN_VALUE;
        int where = -1;
        for (int i = 0; i < a.length; i++) {
            if (switch (a[i] & 7) {
                        case 0 -> b[i];
                        case 1, 2, 5 -> a[i] + 1;
                        case 3 -> a[i] * b[i];
                        default -> i;
                    }
                    >= best) {
                best = switch (a[i] & 7) {
                    case 0 -> b[i];
                    case 1, 2, 5 -> a[i] + 1;
                    case 3 -> a[i] * b[i];
                    default -> i;
                };
                where = i;
            }
        }
        out[0] = best;
        out[1] = where;
    }

    @GpuKernel
    static void nestedLeast(int[] a, int[] b, int limit, int[] out) {
        int best = Integer.MAX_VALUE;
        int kept = 0;
        for (int i = a.length - 1; i >= 0; i--) {
            if ((a[i] > limit ? (b[i] > 4 ? b[i] : i) : (limit < 3 ? a[i] * 2 : b[i])) < best) {
                kept = b[i];
                best = a[i] > limit ? (b[i] > 4 ? b[i] : i) : (limit < 3 ? a[i] * 2 : b[i]);
            }
        }
        out[0] = best;
        out[1] = kept;
    }

    private static int clamped(int value) {
        if (value < 0) {
            return 0;
        }
        return Math.min(value, 255);
    }

    private static boolean isValid(int[] a, int i) {
        return (a[i] > -300 && a[i] < 300) || a[i] == 700;
    }

    /** What one choice results in, the next one depends on. */
    @GpuKernel
    static void clampedGreatest(int[] a, int[] b, int[] out) {
        int best = -1;
        int where = -1;
        for (int i = 0; i < a.length; i++) {
            if ((isValid(a, i) ? clamped(a[i] - clamped(b[i])) : clamped(b[i])) > best) {
                best = isValid(a, i) ? clamped(a[i] - clamped(b[i])) : clamped(b[i]);
                where = i;
            }
        }
        out[0] = best;
        out[1] = where;
    }

    /** Of a row, the last that is less than the least of the rows before: not always the least of all. */
    @GpuKernel
    static void lastBelow(int width, int[] x, int[] rows) {
        int best = 0;
        for (int row = 0; row < rows.length; row++) {
            int before = best;
            for (int i = 0; i < width; i++) {
                if (x[row * width + i] < before) {
                    best = x[row * width + i];
                }
            }
        }
        rows[0] = best;
    }

    /** The places of both: the first test may also hold of a value that equals the least, the second only of one above the greatest. */
    @GpuKernel
    static void placesOfBoth(int[] x, int[] out) {
        int least = x[0];
        int most = x[0];
        int low = 0;
        int high = 0;
        for (int i = 1; i < x.length; i++) {
            if (x[i] <= least) {
                least = x[i];
                low = i;
            } else if (x[i] > most) {
                most = x[i];
                high = i;
            }
        }
        out[0] = least;
        out[1] = most;
        out[2] = low;
        out[3] = high;
    }

    /** One of them has no place, and nothing is above or below NaN. */
    @GpuKernel
    static void placeOfOne(double[] x, double start, double[] out) {
        double most = start;
        double least = start;
        int low = -1;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > most) {
                most = x[i];
            } else if (x[i] < least) {
                least = x[i];
                low = i;
            }
        }
        out[0] = least;
        out[1] = most;
        out[2] = low;
    }

    /** The number of the first iteration is the least there is, and what it has equals what the best value begins with. */
    @GpuKernel
    static void fromTheLeastLong(int[] x, long[] out) {
        int least = -7;
        long last = 3;
        for (long i = Long.MIN_VALUE; i < Long.MIN_VALUE + x.length; i++) {
            if (x[(int) (i - Long.MIN_VALUE)] <= least) {
                least = x[(int) (i - Long.MIN_VALUE)];
                last = i;
            }
        }
        out[0] = least;
        out[1] = last;
    }

    static void inputs(KernelInputs table) {
        table.loop("fromTheLeastLong", () -> {
            int[] x = new int[20_000];
            x[0] = -7;
            return List.of(x, new long[2]);
        });
        table.loop("placesOfBoth", () -> List.of(ints(5_000, 11, -60, 60), new int[4]));
        table.loop("placeOfOne", () -> List.of(doubles(5_000, 12, -9, 9), 0.0, new double[3]));
        table.loop("lastBelow", () -> List.of(4, new int[] {-5, -9, -7, -8, -9, -3, 0, 0}, new int[2]));
        table.loop("nearest", () -> List.of(quarters(1), 0.125f, new float[2]));
        table.loop("lastNearest", () -> List.of(quarters(2), 0.125f, new float[2]));
        table.loop("eitherGreatest", () -> List.of(ints(5_000, 3), ints(2_500, 4), 2_499, new int[1]));
        table.loop("switchedGreatest", () -> List.of(ints(5_000, 5, 0, 90), ints(5_000, 6, 0, 90), new int[2]));
        table.loop("nestedLeast", () -> List.of(ints(5_000, 7, 5, 90), ints(5_000, 8, 2, 90), 20, new int[2]));
        table.loop("clampedGreatest", () -> List.of(ints(5_000, 9, -900, 900), ints(5_000, 10, -9, 200), new int[2]));
    }

    /** So few numbers that some are as near as others, on both sides. */
    private static float[] quarters(int seed) {
        float[] numbers = floats(5_000, seed, -40, 40);
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Math.round(numbers[i] * 4) / 4f;
        }
        numbers[17] = Float.NaN;
        return numbers;
    }
}
