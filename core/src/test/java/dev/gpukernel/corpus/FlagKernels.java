package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Flags that Java asks for until they are set. */
final class FlagKernels {
    private FlagKernels() {}

    @GpuKernel
    static boolean anyOfLongs(long from, long to, int[] x, int[] res) {
        boolean found = false;
        for (long i = from; i < to; i++) {
            found = found || x[(int) (i - from)] == 4711;
        }
        res[0] = found ? 1 : 2;
        return found;
    }

    @GpuKernel
    static boolean allOverANest(int w, int h, int[] x, int[] res) {
        boolean all = true;
        for (int y = 0; y < h; y++) {
            for (int i = 0; i < w; i++) {
                all = all && x[y * w + i] < 900;
            }
        }
        res[0] = all ? 1 : 2;
        return all;
    }

    /** The flag stays set over rows, and a count of rows is beside it. */
    @GpuKernel
    static int unlessFoundInRows(int w, int h, int[] x, int[] rows) {
        boolean found = h > 30;
        int n = 0;
        for (int y = 0; y < h; y++) {
            for (int i = w - 1; i >= 0; i--) {
                if (!found && x[y * w + i] == 4711) {
                    found = true;
                }
            }
            rows[y] = x[y * w];
            n++;
        }
        return found ? n : -n;
    }

    /** In the else of a best value, and the other way round. */
    @GpuKernel
    static int besideABestValue(int n, int[] x, int[] at) {
        boolean all = true;
        boolean any = false;
        int most = -1;
        int where = -1;
        for (int i = 0; i < n; i++) {
            if ((x[i] & 3) == 0) {
                all = all && x[i] < 990;
            } else if ((x[i] & 3) == 1) {
                any = any || x[i] == 501;
            } else if (x[i] > most) {
                most = x[i];
                where = i;
            }
        }
        at[0] = where;
        return (all ? 1 : 0) + (any ? 2 : 0) + most * 4;
    }

    /** Flags that the caller has set or not. */
    @GpuKernel
    static boolean fromParameters(boolean any, boolean all, int key, int[] x) {
        for (int v : x) {
            any = any || v == key;
            all = all && v > key;
        }
        for (int i = 0; i < x.length; i++) {
            x[i] += any ? 1 : 2;
        }
        return any ^ all;
    }

    /** Numbers that are computed of flags, or have one bit alone, are flags. */
    @GpuKernel
    @SuppressWarnings({"OperatorPrecedence", "ShortCircuitBoolean"}) // what is asked in any case
    static int ofBits(boolean other, boolean[] z, int[] x) {
        boolean any = false;
        boolean all = true;
        int bit = 0;
        int sign = 1;
        for (int i = 0; i < x.length; i++) {
            any = any || (z[i] ^ other);
            all = all && (z[i] | x[i] < 990) & x[i] >= 0;
            if (bit == 0) {
                bit = x[i] & 1;
            }
            if (sign != 0) {
                sign = (x[i] - 7) >>> 31;
            }
        }
        return (any ? 1 : 0) + (all ? 2 : 0) + 4 * bit + 8 * sign;
    }

    /** Flags that are read while they are set by an if, before and after. */
    @GpuKernel
    static boolean soFarByIf(int[] x, int key, int[] y) {
        boolean seen = false;
        boolean all = true;
        for (int i = 0; i < x.length; i++) {
            y[i] = seen ? 1 : 0;
            if (x[i] == key) {
                seen = true;
            }
            if (x[i] > 990) {
                all = false;
            }
            y[i] += (seen ? 2 : 0) + (all ? 4 : 0);
        }
        return seen && all;
    }

    /** Flags that are read while they are asked for. */
    @GpuKernel
    static boolean soFarLazily(int[] x, int key, boolean start, int[] y) {
        boolean any = start;
        boolean all = true;
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            any = any || (x[i] == key && y[i] >= 0);
            all = all && (x[i] < 990 || i < 100);
            sum += x[i];
            y[i] = any ? sum : -sum;
            if (!all) {
                y[i] ^= 1;
            }
        }
        return any ^ all;
    }

    /** Flags that change sides: one in each iteration, one now and then. */
    @GpuKernel
    static boolean changingSides(int[] x, int key, boolean start, int[] y) {
        boolean odd = start;
        boolean inside = false;
        int outside = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] % key == 0) {
                inside = !inside;
            }
            if (!inside) {
                outside++;
            }
            y[i] = odd ? x[i] : -x[i];
            odd = !odd;
        }
        y[0] += outside;
        return odd ^ inside;
    }

    /** The first match, what goes with it, and whether there is one; the caller may have one already. */
    @GpuKernel
    static long firstByFlag(boolean found, int key, int[] x, float[] y, int[] out) {
        int at = -1;
        float with = 0.5f;
        long sum = 0;
        for (int i = 0; i < x.length; i++) {
            if (!found && x[i] == key) {
                found = true;
                at = i;
                with = y[i];
            }
            sum += x[i];
        }
        out[0] = found ? 1 : 0;
        out[1] = (int) (with * 1000);
        return sum * 100_000 + at;
    }

    /** First matches that are found to be none by their places, from both ends. */
    @GpuKernel
    static int firstByPlace(int key, int[] x, int[] out) {
        int first = -1;
        int last = -1;
        int many = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 500 && first < 0 && x[i] % 7 == key) {
                first = i;
            }
            if (many == 0 && x[i] == 4711) {
                many = 42;
            }
        }
        for (int i = x.length - 1; i >= 0; i--) {
            if (last == -1 && x[i] % 11 == key) {
                last = i;
            }
        }
        out[0] = many;
        return first * 10_000 + last;
    }

    /** Another number than 1 stays what it was. */
    @GpuKernel
    static void beginsWithANumber(int[] x, int[] y) {
        int found = y[1];
        for (int i = 0; i < x.length; i++) {
            if (found == 0 && x[i] == 7) {
                found = 1;
            }
        }
        y[0] = found;
    }

    /** Nothing asks for what stays 0, which is stored all the same. */
    @GpuKernel
    static void stored(int[] x, int[] y) {
        int zero = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 500) {
                zero &= i;
            }
            y[i] = zero;
        }
    }

    static void inputs(KernelInputs table) {
        table.loop("stored", () -> List.of(ints(5000, 13, 0, 1000), ints(5000, 14, 1, 9)));
        table.loop("changingSides", () -> List.of(ints(5000, 9, 0, 1000), 50, true, new int[5000]));
        table.loop("beginsWithANumber", () -> List.of(ints(5000, 12, 0, 900), new int[] {0, 0}));
        table.loop(
                "firstByFlag", () -> List.of(false, 777, ints(5000, 9, 0, 1000), floats(5000, 10, 0, 1), new int[2]));
        table.loop("firstByPlace", () -> List.of(3, ints(5000, 11, 0, 1000), new int[1]));
        table.loop("soFarByIf", () -> List.of(ints(5000, 7, 0, 1000), 123, new int[5000]));
        table.loop("soFarLazily", () -> List.of(ints(5000, 8, 0, 1000), 321, false, new int[5000]));
        table.loop("fromParameters", () -> List.of(false, true, 4, ints(5000, 5, 5, 1000)));
        table.loop("ofBits", () -> List.of(false, new boolean[5000], ints(5000, 6, 0, 1000)));
        table.loop("anyOfLongs", () -> List.of(1L << 40, (1L << 40) + 20_000, ints(20_000, 1, 0, 5000), new int[1]));
        table.loop("allOverANest", () -> List.of(40, 30, ints(1200, 2, 0, 900), new int[1]));
        table.loop("unlessFoundInRows", () -> List.of(40, 30, ints(1200, 3, 4700, 4720), new int[30]));
        table.loop("besideABestValue", () -> List.of(5000, ints(5000, 4, 0, 1000), new int[1]));
    }
}
