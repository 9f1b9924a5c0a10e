package dev.gpukernel.oracle;

import dev.gpukernel.GpuKernel;

/** Loops beside what hinders their being brought into another form: tables, arrays, exceptions and other loops. */
final class LoopShapeKernels {
    private LoopShapeKernels() {}

    private static final int[] TABLE = {3, 1, 4, 1};

    /** The table is the same value in the loop and after it. */
    @GpuKernel
    static void tableAfterALoop(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            int k = 0;
            do {
                k++;
            } while (k < TABLE.length);
            out[i] = TABLE[i & 3] + k;
        }
    }

    /** Either way it adds nothing, which shows only once equal numbers are one value. */
    @GpuKernel
    static void addsNothing(int[] out, int[] a, int[] b, int from, int to) {
        short sum = -17865;
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < i + 1; j++) {
                short none = a[i] > 3 ? (short) 0.5f : 0;
                a[i] += none;
                sum -= none;
            }
        }
        out[0] = sum;
    }

    /** An array that a loop makes has no value before it. */
    @GpuKernel
    static void arrayAfterALoop(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            int[] last;
            int k = 0;
            do {
                last = new int[] {k, i};
                k++;
            } while (k < (to & 7));
            out[i] = last[i & 1];
        }
    }

    /** Every iteration throws, so that nothing comes out of one. */
    @GpuKernel
    static void alwaysThrows(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 1; i < a.length; i++) {
            float zero = Math.clamp(-0f, 0f, -0f);
            out[i] = out[i - 1] + a[i] + b[i] + from * to + (int) zero;
        }
    }

    /** What the inner loop does before it throws is its own, but not what the outer loop throws, too. */
    @GpuKernel
    @SuppressWarnings("LabelledBreakTarget")
    static void throwsFromSeveralPlaces(int[] out, int[] a, int[] b, int from, int to) {
        failure:
        {
            for (int i = 0; i < a.length; i++) {
                for (int j = 0; j < b.length; j++) {
                    if (b[j] == to) {
                        a[i] = j;
                        break failure;
                    }
                    a[i] += j;
                }
                if (i == from) {
                    break failure;
                }
            }
            return;
        }
        throw new IllegalStateException("found");
    }
}
