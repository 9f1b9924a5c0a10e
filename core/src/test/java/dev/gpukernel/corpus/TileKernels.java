package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Loops with running values, several blocks long, whose indices are in range for all of a thread's iterations, or for some. */
@SuppressWarnings("NarrowingCompoundAssignment") // as people write it
final class TileKernels {
    private TileKernels() {}

    /** The array that is read ends in a block that others follow. */
    @GpuKernel
    static void shortInput(int[] x, int[] y) {
        int sum = 0;
        for (int i = 0; i < y.length; i++) {
            sum += x[i];
            y[i] = sum;
        }
    }

    /** The array that is written ends there. */
    @GpuKernel
    static void shortOutput(int[] x, int[] y) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
            y[i] = sum;
        }
    }

    /** Indices at distances, backwards, and with an offset of which nothing is known. */
    @GpuKernel
    static void strides(int[] x, int[] y, int n, int offset) {
        int sum = 7;
        for (int i = 0; i < n; i++) {
            sum ^= x[2 * i + offset] + x[x.length - 1 - 3 * i];
            y[n - 1 - i] = sum;
        }
    }

    /** The first elements are asked for below 0. */
    @GpuKernel
    static void belowZero(int[] x, int[] y, int from) {
        int sum = 0;
        for (int i = from; i < y.length; i++) {
            sum += x[i + 1];
            y[i] = sum;
        }
    }

    /** What is out of range is not asked for. */
    @GpuKernel
    static void guarded(float[] x, float[] y) {
        float sum = 0;
        for (int i = 0; i < y.length; i++) {
            if (i < x.length) {
                sum += x[i];
            }
            y[i] = sum;
        }
    }

    /** An index of which only the low half is an int's. */
    @GpuKernel
    static void wrapping(int[] x, int[] y, int from) {
        int sum = 0;
        for (int i = from; i < from + y.length; i++) {
            sum += x[i - from];
            y[i - from] = sum;
        }
    }

    @GpuKernel
    static int exactRoom(int[] x, int[] out) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if ((x[i] & 1) == 0) {
                out[n++] = x[i];
            }
        }
        return n;
    }

    /** The array is full in a block that others follow. */
    @GpuKernel
    static int noRoom(int[] x, int[] out) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if ((x[i] & 1) == 0) {
                out[n++] = x[i];
            }
        }
        return n;
    }

    /** The counter begins below 0. */
    @GpuKernel
    static int fromBelow(int[] x, int[] out, int from) {
        int n = from;
        for (int i = 0; i < x.length; i++) {
            if ((x[i] & 3) == 0) {
                out[n++] = i;
            }
        }
        return n;
    }

    /** The counter grows by several, and what is before and after it is stored, too. */
    @GpuKernel
    static int several(int[] x, int[] out, int[] marks) {
        int n = 2;
        for (int i = 0; i < x.length; i++) {
            if ((x[i] & 1) == 0) {
                out[n] = i;
                out[n + 2] = x[i];
                n += 3;
                marks[n - 3] = -i;
            }
        }
        return n;
    }

    /** An array read where a sum of small numbers leads. */
    @GpuKernel
    static void follows(byte[] x, int[] table, int[] y) {
        int at = 0;
        for (int i = 0; i < x.length; i++) {
            y[i] = table[at];
            at += x[i] & 7;
        }
    }

    /** Bits that are gathered are an index that does not grow like a sum. */
    @GpuKernel
    static void gathered(int[] x, int[] table, int[] y) {
        int bits = 0;
        for (int i = 0; i < x.length; i++) {
            y[i] = table[bits];
            bits ^= x[i] & 31;
        }
    }

    /** A counter that wraps around is no index for long. */
    @GpuKernel
    static void narrow(int[] x, int[] table, int[] y) {
        byte n = 0;
        for (int i = 0; i < x.length; i++) {
            y[i] = table[n + 128];
            if (x[i] > 0) {
                n++;
            }
        }
    }

    static void inputs(KernelInputs table) {
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("shortInput", () -> List.of(ints(4_596, 1), new int[13_000]));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("shortOutput", () -> List.of(ints(13_000, 2), new int[4_596]));
        table.loop("strides", () -> List.of(ints(40_000, 3), new int[13_000], 13_000, 17));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("belowZero", () -> List.of(ints(14_000, 4), new int[13_000], -5_000));
        table.loop("guarded", () -> List.of(wholes(5_108), new float[13_000]));
        table.loop("wrapping", () -> List.of(ints(13_000, 6), new int[13_000], 2_147_400_000));
        table.loop("exactRoom", () -> List.of(ints(13_000, 7), new int[6_600]));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("noRoom", () -> List.of(ints(13_000, 8), new int[2_500]));
        table.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("fromBelow", () -> List.of(ints(13_000, 9), new int[9_000], -1_500));
        table.loop("several", () -> List.of(ints(13_000, 10), new int[21_000], new int[21_000]));
        table.loop("follows", () -> List.of(bytes(13_000), ints(100_000, 12), new int[13_000]));
        table.loop("gathered", () -> List.of(ints(13_000, 13), ints(32, 14), new int[13_000]));
        table.loop("narrow", () -> List.of(ints(13_000, 15), ints(256, 16), new int[13_000]));
    }

    /** Numbers whose sums are exact in any order. */
    private static float[] wholes(int length) {
        float[] wholes = new float[length];
        for (int i = 0; i < length; i++) {
            wholes[i] = i % 19 - 9;
        }
        return wholes;
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) ((i * 37) >> 2);
        }
        return bytes;
    }
}
