package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Loops that put what they keep into places that follow one another. */
@SuppressWarnings({"lossy-conversions", "NarrowingCompoundAssignment", "IntLongMath", "OperatorPrecedence"
}) // as people write it
final class CompactionKernels {
    private static final int[][] WEIGHTS = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};

    private CompactionKernels() {}

    @GpuKernel
    static int positive(int[] x, int[] out) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                out[n++] = x[i];
            }
        }
        return n;
    }

    /** Two kinds of elements, from both ends. */
    @GpuKernel
    static void partition(float[] x, float pivot, float[] out, int[] ends) {
        int low = 0;
        int high = x.length - 1;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < pivot) {
                out[low++] = x[i];
            } else {
                ends[high--] = i;
            }
        }
        ends[0] = low;
    }

    /** Several stores at one counter, some of them pairs, and a loop over what was found. */
    @GpuKernel
    static int pairs(int[] x, int[] keys, int[] values, int[] squares) {
        int n = 5;
        for (int i = 0; i < x.length; i++) {
            int v = x[i];
            if (v % 3 == 0) {
                keys[n] = i;
                values[n] = v;
                n++;
            } else if (v % 7 == 0) {
                keys[n] = -i;
                keys[n + 1] = v;
                n += 2;
            }
        }
        for (int i = 5; i < n; i++) {
            squares[i] = keys[i] * values[i];
        }
        return n;
    }

    @GpuKernel
    static int preIncrement(int[] x, int[] out) {
        int last = -1;
        for (int i = 0; i < x.length; i++) {
            if ((x[i] & 1) == 0) {
                out[++last] = i;
            }
        }
        return last;
    }

    @GpuKernel
    static int fromTheEnd(int[] x, int[] out) {
        int n = out.length;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < 0) {
                out[--n] = x[i];
                if (x[i] < -500) {
                    out[--n] = i;
                }
            }
        }
        return n;
    }

    /** Every iteration has a place of its own, and some leave it empty. */
    @GpuKernel
    static void spaced(int[] x, int[] out) {
        int at = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                out[at] = x[i];
                out[at] += i;
            }
            at += 1;
            if (x[i] > 9) {
                at += 3;
            }
        }
    }

    /** Some elements of each row. */
    @GpuKernel
    static int ofRows(int width, int[] x, int[] out, int[] starts) {
        int n = 0;
        for (int row = 0; row < starts.length; row++) {
            starts[row] = n;
            for (int k = 0; k < width; k++) {
                if (x[row * width + k] > 4) {
                    n++;
                }
            }
        }
        return n;
    }

    @GpuKernel
    static int tooMany(int[] x, int[] out) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                out[n++] = x[i];
            }
        }
        return n;
    }

    /** A long counter, of which the lower half is an index; another one counts down to where the first has begun. */
    @GpuKernel
    static long byLongs(int[] x, int[] out, int[] last) {
        long n = 3;
        long m = last.length;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                out[(int) n++] = x[i];
                out[(int) n] = i;
                n++;
            } else if (x[i] < -50) {
                last[(int) --m] = x[i];
            }
        }
        return n * 100_000 + m;
    }

    /** Beyond the last row. */
    @GpuKernel
    static int ofTable(int[] out, int row, int n) {
        int kept = 1;
        for (int i = 0; i < n; i++) {
            if (WEIGHTS[row][i] != 7) {
                out[kept++] = i;
            }
        }
        return kept;
    }

    /** Always beyond it. */
    @GpuKernel
    static int ofShortRow(int[] out, int n) {
        int kept = 1;
        for (int i = 0; i < n; i++) {
            int[] row = WEIGHTS[3];
            if (row[3] != n) {
                out[kept++] = i;
            }
        }
        return kept;
    }

    /** Likewise, in arrays of each iteration's own. */
    @GpuKernel
    static int ofOwnRows(int[] out, int row, int n) {
        int kept = 1;
        for (int i = 0; i < n; i++) {
            int[][] own = new int[4][2];
            own[row][i] = 3;
            if (own[row][1] != 3) {
                out[kept++] = i;
            }
        }
        return kept;
    }

    /** Elements lie as far apart as a parameter says, downwards too. */
    @GpuKernel
    static int apart(int[] x, int first, int step, int[] out) {
        int n = first;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                out[n] = x[i];
                n += step;
            }
        }
        return n;
    }

    /** Likewise by a long, of which a step of 2^32 leads to the same element again. */
    @GpuKernel
    static long apartByLongs(int[] x, long step, int[] out) {
        long n = 999;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                n -= step;
                out[(int) n] = x[i];
            }
        }
        return n;
    }

    /** What is kept is stored first and counted then, by the same answer, by a number that follows from it, and by its contrary. */
    @GpuKernel
    static int countedByChoice(int[] x, float[] y, int[] kept, float[] big, int[] others) {
        int n = 0;
        int m = big.length - 1;
        int rest = 0;
        for (int i = 0; i < x.length; i++) {
            boolean keep = x[i] > 0 && x[i] != 7;
            if (keep) {
                kept[n] = x[i];
            } else {
                others[rest] = i;
            }
            n += keep ? 1 : 0;
            rest += keep ? 0 : 1;
            if (y[i] > 3) {
                big[m] = y[i];
            }
            m -= y[i] > 3 ? 1 : 0;
        }
        return n * 1_000_000 + m * 1000 + rest;
    }

    /** As many places as a number says, of which some stay empty. */
    @GpuKernel
    static int countedByNumber(int[] x, int[] out, int[] bins) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            int places = x[i] & 3;
            if (places > 0) {
                out[n] = x[i];
            }
            if (places == 3) {
                out[n + 2] = -i;
            }
            n += places;
            bins[n & 15]++;
        }
        return n;
    }

    /** Two kinds of elements in one array, from both ends; some are of neither. */
    @GpuKernel
    static int fromBothEnds(int from, float[] x, float pivot, float[] out, int[] bins) {
        int low = from - 1;
        int high = from + x.length;
        for (int i = 0; i < x.length; i++) {
            float v = x[i];
            if (v < pivot) {
                out[++low] = v;
            } else if (v > pivot) {
                out[--high] = v;
            }
            bins[(int) (v * 8)]++;
        }
        return low * 10_000 + high;
    }

    static void inputs(KernelInputs table) {
        table.loop("fromBothEnds", () -> List.of(3, floats(5_000, 84, 0, 1), 0.3f, new float[5_010], new int[8]));
        table.loop(
                "countedByChoice",
                () -> List.of(
                        ints(9_000, 81, -20, 20),
                        floats(9_000, 82, 0, 4),
                        new int[9_000],
                        new float[9_000],
                        new int[9_000]));
        table.loop("countedByNumber", () -> List.of(ints(9_000, 83), new int[27_000], new int[16]));
        table.loop("apart", () -> List.of(ints(300, 79, -99, 99), 890, -3, new int[900]));
        table.loop("apartByLongs", () -> List.of(ints(300, 80, -99, 99), 3L, new int[1000]));
        table.loop("byLongs", () -> List.of(ints(300, 77, -99, 99), new int[600], new int[300]));
        table.loop("positive", () -> List.of(ints(9_000, 1), new int[9_000]));
        table.loop("partition", () -> List.of(floats(5_000, 2, 0, 1), 0.3f, new float[5_000], new int[5_000]));
        table.loop("pairs", () -> List.of(ints(5_000, 3, 0, 900), new int[6_000], new int[6_000], new int[6_000]));
        table.loop("preIncrement", () -> List.of(ints(4_400, 4), new int[4_400]));
        table.loop("fromTheEnd", () -> List.of(ints(4_400, 5, -900, 900), new int[9_000]));
        table.loop("spaced", () -> List.of(ints(4_400, 6, -20, 20), new int[9_000]));
        table.loop("ofRows", () -> List.of(6, ints(1_800, 7, 0, 9), new int[1_800], new int[300]));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("tooMany", () -> List.of(ints(9_000, 8), new int[3_000]));
        table.throwing(ArrayIndexOutOfBoundsException.class).loop("ofTable", () -> List.of(new int[99], 3, 40));
        table.throwing(ArrayIndexOutOfBoundsException.class).loop("ofOwnRows", () -> List.of(new int[99], 3, 40));
        table.throwing(ArrayIndexOutOfBoundsException.class).loop("ofShortRow", () -> List.of(new int[99], 40));
    }
}
