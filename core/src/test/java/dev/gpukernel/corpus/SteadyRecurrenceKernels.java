package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Elements that are those before them, or differ from them by the same amount each. */
final class SteadyRecurrenceKernels {
    private SteadyRecurrenceKernels() {}

    @GpuKernel
    static void copied(float[] y) {
        for (int i = 1; i < y.length; i++) {
            y[i] = y[i - 1];
        }
    }

    @GpuKernel
    static void copiedFrom(int[] y, int from, int n) {
        for (int i = from; i < n; i++) {
            y[i] = y[i - 1];
        }
    }

    @GpuKernel
    static void copiedDown(int[] y, int from) {
        for (int i = from; i >= 0; i -= 2) {
            y[i] = y[i + 2];
        }
    }

    /** Each iteration stores the element after its own. */
    @GpuKernel
    static void copiedOn(byte[] y, byte[] z) {
        for (int i = 0; i + 1 < y.length; i++) {
            y[i + 1] = y[i];
            z[i] = (byte) (y[i + 1] + y[i]);
        }
    }

    @GpuKernel
    static void copiedEitherWay(int[] x, double[] y, int[] z) {
        for (int i = 1; i < x.length; i++) {
            if (x[i] > 0) {
                y[i] = y[i - 1];
            } else {
                z[i] = x[i];
                y[i] = y[i - 1];
            }
        }
    }

    @GpuKernel
    static void copiedRows(int w, int h, int[] y) {
        for (int row = 0; row < h; row++) {
            for (int i = 1; i < w; i++) {
                y[row * w + i] = y[row * w + i - 1];
            }
        }
    }

    @GpuKernel
    static void raised(int[] y, long[] z, int by) {
        y[0] = by;
        for (int i = 1; i < y.length; i++) {
            y[i] = y[i - 1] + 3;
            z[i] = z[i - 1] - by;
        }
    }

    /** The one before is overwritten with what is not carried, and the two arrays look at each other. */
    @GpuKernel
    static void copiedThere(int[] x, int[] y, int[] z) {
        for (int i = 1; i < y.length; i++) {
            y[i] = y[i - 1];
            z[i] = x[i] + y[i];
        }
    }

    /** The derivatives of a sine. */
    @GpuKernel
    static void derivatives(double[] y, int n) {
        for (int i = 2; i < n; i++) {
            y[i] = -y[i - 2];
        }
    }

    /** Signs change with each element. */
    @GpuKernel
    static void alternating(int[] y, int n) {
        for (int i = 1; i < n; i++) {
            y[i] = -y[i - 1];
        }
    }

    /** Stored ahead, with what is repeated used on the way; and how long the loop is told elsewhere. */
    @GpuKernel
    static void repeatedAhead(int[] x, int[] y, int[] z) {
        for (int i = 0; i < x.length; i++) {
            int before = y[i];
            z[i] = x[i] + 3 * before;
            y[i + 3] = -before;
        }
    }

    /** A pattern in each row, by a nest of which the inner loop repeats. */
    @GpuKernel
    static void tiled(byte[][] rows) {
        for (int row = 0; row < rows.length; row++) {
            for (int i = 7; i < rows[row].length; i++) {
                rows[row][i] = rows[row][i - 7];
            }
        }
    }

    static void inputs(KernelInputs table) {
        table.loop("copied", () -> List.of(floats(5_000, 1, -1, 1)));
        table.loop("copiedFrom", () -> List.of(ints(5_000, 2), 7, 4_999));
        table.loop("copiedDown", () -> List.of(ints(5_000, 3), 4_990));
        table.loop("copiedOn", () -> List.of(bytes(5_000, 4), bytes(5_000, 5)));
        table.loop("copiedEitherWay", () -> List.of(ints(5_000, 6), doubles(5_000, 7, 0, 1), ints(5_000, 8)));
        table.loop("copiedRows", () -> List.of(36, 34, ints(1_224, 9)));
        table.loop("raised", () -> List.of(ints(5_000, 10), longs(5_000, 11), 2_000_000_000));
        table.loop("copiedThere", () -> List.of(ints(5_000, 12), ints(5_000, 13), ints(5_000, 14)));
        table.loop("derivatives", () -> List.of(doubles(5_000, 15, -1, 1), 4_990));
        table.loop("alternating", () -> List.of(ints(5_000, 16), 5_000));
        table.loop("repeatedAhead", () -> List.of(ints(5_000, 17), ints(5_003, 18), ints(5_000, 19)));
        table.loop("tiled", () -> List.of((Object) new byte[][] {bytes(600, 20), bytes(600, 21), bytes(600, 22)}));
    }
}
