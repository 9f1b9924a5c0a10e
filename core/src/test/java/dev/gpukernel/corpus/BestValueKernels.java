package dev.gpukernel.corpus;

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

    static void inputs(KernelInputs table) {
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
