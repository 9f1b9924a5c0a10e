package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Sequential;
import java.util.List;

/** Arrays that change places between the steps of a loop. */
@SuppressWarnings({"lossy-conversions", "NarrowingCompoundAssignment", "IntLongMath", "OperatorPrecedence"
}) // as people write it
final class RotationKernels {
    private RotationKernels() {}

    @GpuKernel
    static void swapped(int steps, float[] a, float[] b) {
        for (int step = 0; step < steps; step++) {
            for (int i = 1; i < a.length - 1; i++) {
                b[i] = 0.5f * (a[i - 1] + a[i + 1]);
            }
            float[] t = a;
            a = b;
            b = t;
        }
        for (int i = 0; i < a.length; i++) {
            a[i] += 1;
        }
    }

    /** Three in turn, left in two ways, with a value that goes along. */
    @GpuKernel
    static float inTurn(int steps, float[] a, float[] b, float[] c, float eps) {
        float error = 1;
        int step = 0;
        while (error > eps && step < steps) {
            error = 0;
            for (int i = 1; i < a.length - 1; i++) {
                c[i] = 2 * b[i] - a[i] + 0.1f * (b[i - 1] + b[i + 1] - 2 * b[i]);
                error = Math.max(error, Math.abs(c[i] - b[i]));
            }
            float[] t = a;
            a = b;
            b = c;
            c = t;
            step++;
            if (step == 7) {
                break;
            }
        }
        a[0] = step;
        b[0] = a[1];
        return error + step;
    }

    /** Only in some steps. */
    @GpuKernel
    static int sometimes(int steps, int[] a, int[] b) {
        int swaps = 0;
        for (int step = 0; step < steps; step++) {
            int sum = 0;
            for (int i = 0; i < a.length; i++) {
                b[i] = a[i] * 3 + step;
                sum += b[i];
            }
            if ((sum & 1) == 0) {
                int[] t = a;
                a = b;
                b = t;
                swaps++;
            }
            if (swaps > 4) {
                continue;
            }
            for (int i = 0; i < b.length; i++) {
                b[i] ^= step;
            }
        }
        return swaps * 10 + a[0];
    }

    @GpuKernel
    static void besidesSequential(int[] a, int[] b, int n) {
        for (int step = 0; step < n; step++) {
            for (@Sequential int i = 1; i < a.length; i++) {
                b[i] = a[i] + b[i - 1];
            }
            int[] t = a;
            a = b;
            b = t;
            for (int i = 0; i < a.length; i++) {
                a[i] += i;
            }
        }
    }

    /** In a thread. */
    @GpuKernel
    static void inThread(int[] a, int[] b, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int[] p = a;
            int[] q = b;
            int s = 0;
            for (int k = 0; k < 5; k++) {
                s = s * 7 + p[i] - q[k];
                int[] t = p;
                p = q;
                q = t;
            }
            out[i] = s;
        }
    }

    /** The first step reads another array than all later ones. */
    @GpuKernel
    static void onlyFirst(int[] a, int[] b, int n) {
        int[] from = a;
        for (int step = 0; step < n; step++) {
            for (int i = 0; i < b.length; i++) {
                b[i] = from[i] + step;
            }
            from = b;
        }
    }

    /** Two loops, of which the inner one rotates too. */
    @GpuKernel
    static void nested(int[] a, int[] b, int[] c, int n) {
        for (int outer = 0; outer < n; outer++) {
            for (int inner = 0; inner < outer; inner++) {
                for (int i = 0; i < a.length; i++) {
                    b[i] = a[i] + inner;
                }
                int[] t = a;
                a = b;
                b = t;
            }
            int[] t = a;
            a = c;
            c = t;
        }
        b[0] = 7;
    }

    @GpuKernel
    static void throwing(int steps, int[] a, int[] b) {
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < a.length; i++) {
                b[i] = 10 / (a[i] - step);
            }
            int[] t = a;
            a = b;
            b = t;
        }
    }

    /** What is done before it throws is shared by the copies of the loop. */
    @GpuKernel
    static void checked(int steps, int width, int[] x, int[] marks, int[] a, int[] b) {
        for (int step = 0; step < steps; step++) {
            int i = 0;
            do {
                if (x[step * width + i] > 49 && marks[step * width + i] == 5) {
                    throw new IllegalStateException("no " + x[step * width + i]);
                }
            } while (++i < width);
            b[step] = a[step] + marks[step];
            int[] t = a;
            a = b;
            b = t;
        }
    }

    /** What leads to the exception is a loop, entered at its first block. */
    @GpuKernel
    static void checkedInTurn(int steps, int width, int[] x, int[] a, int[] b) {
        for (int step = 0; step < steps; step++) {
            int i = 0;
            do {
                int k = x[step * width + i];
                if (k > 49) {
                    while (true) {
                        k += a[k & 3];
                        if (k > 1000) {
                            throw new IllegalStateException("no " + k);
                        }
                    }
                }
            } while (++i < width);
            b[step] = a[step] + 1;
            int[] t = a;
            a = b;
            b = t;
        }
    }

    static void inputs(KernelInputs table) {
        table.loop("swapped", () -> List.of(5, floats(70, 1, -1, 1), new float[70]));
        table.loop(
                "inTurn", () -> List.of(20, floats(70, 2, -1, 1), floats(70, 3, -1, 1), floats(70, 4, -1, 1), 0.01f));
        table.loop("sometimes", () -> List.of(9, ints(60, 5), ints(60, 6)));
        table.loop("besidesSequential", () -> List.of(ints(50, 7), ints(50, 8), 3));
        table.loop("inThread", () -> List.of(ints(40, 9), ints(40, 10), new int[40]));
        table.loop("onlyFirst", () -> List.of(ints(40, 11), ints(40, 12), 4));
        table.loop("nested", () -> List.of(ints(40, 13), ints(40, 14), ints(40, 15), 4));
        table.throwing(IllegalStateException.class).loop("checkedInTurn", () -> {
            int[] x = new int[45];
            x[33] = 77;
            int[] a = {9, 9, 9, 9, 9, 9, 9, 9, 9};
            return List.of(9, 5, x, a, new int[9]);
        });
        table.throwing(IllegalStateException.class).loop("checked", () -> {
            int[] x = new int[45];
            int[] marks = new int[45];
            x[33] = 77;
            marks[33] = 5;
            return List.of(9, 5, x, marks, ints(9, 19), ints(9, 20));
        });
        table.throwing(ArithmeticException.class)
                .loop("throwing", () -> List.of(4, new int[] {9, 7, 12, 7}, new int[] {8, 8, 8, 8}));
    }
}
