package dev.gpukernel.corpus;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Plain loops whose results are rounded, in an order that must be the same everywhere; no part of the corpus, as Java's own differs. */
@SuppressWarnings({"lossy-conversions", "NarrowingCompoundAssignment", "IntLongMath", "OperatorPrecedence"
}) // as people write it
final class RoundedKernels {
    private RoundedKernels() {}

    @GpuKernel
    static float sum(float[] x) {
        float sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
        }
        return sum;
    }

    @GpuKernel
    static double products(double[] y) {
        double product = 1;
        for (int i = 0; i < y.length; i++) {
            product *= 1 + y[i] * 1e-6;
        }
        return product;
    }

    @GpuKernel
    static double some(float[] x, double[] y) {
        double sum = 3;
        for (int i = x.length - 1; i >= 0; i -= 3) {
            if (x[i] > 0) {
                sum -= x[i] * y[i];
            }
        }
        return sum;
    }

    @GpuKernel
    static void sines(double[] y, double[] out) {
        for (int i = 0; i < y.length; i++) {
            out[i] = Math.sin(y[i]);
        }
    }

    @GpuKernel
    static void logarithms(double[] y, double[] out) {
        for (int i = 0; i < y.length; i++) {
            out[i] = Math.log(Math.abs(y[i])) + Math.exp(y[i]);
        }
    }

    @GpuKernel
    static double steps(double[] y, double[] out) {
        double last = 0;
        for (int step = 0; step < 5; step++) {
            double sum = 0;
            for (int i = 0; i < y.length; i++) {
                sum += Math.log(Math.abs(y[i]) + step);
            }
            out[step] = sum;
            last += sum;
        }
        return last;
    }

    @GpuKernel
    static void rows(float[] x, float[] out) {
        for (int i = 0; i < x.length / 100; i++) {
            float sum = 0;
            for (int j = 0; j < 100; j++) {
                sum += x[i * 100 + j];
            }
            out[i] = sum;
        }
    }

    @GpuKernel
    static float plane(float[] x) {
        float sum = 0;
        for (int i = 0; i < x.length / 100; i++) {
            for (int j = 0; j < 100; j++) {
                sum += x[i * 100 + j] * j;
            }
        }
        return sum;
    }

    /** Few rows and many columns, so that these are split. */
    @GpuKernel
    static void longRows(int columns, float[] x, float[] out) {
        for (int i = 0; i < out.length; i++) {
            float sum = i;
            for (int j = 0; j < columns; j++) {
                sum += x[(i + j) % x.length];
            }
            out[i] = sum;
        }
    }

    @GpuKernel
    static void inPlace(float[] x) {
        for (int i = 1; i < x.length; i++) {
            x[i] += x[i - 1];
        }
    }

    @GpuKernel
    static void followed(double[] y, double[] out, double[] sums) {
        for (int i = y.length - 2; i >= 0; i--) {
            out[i] = out[i + 1] * (1 + y[i] / 1000);
            sums[i] = sums[i + 1] - y[i];
        }
    }

    /** Fills the table. */
    static void inputs(KernelInputs table) {
        int length = 40_000;
        float[] x = Seeded.floats(length, 1, -10, 10);
        double[] y = Seeded.doubles(length, 2, -100, 100);
        table.loop("sum", () -> List.of(x));
        table.loop("products", () -> List.of(y));
        table.loop("some", () -> List.of(x, y));
        table.loop("sines", () -> List.of(y, new double[length]));
        table.loop("logarithms", () -> List.of(y, new double[length]));
        table.loop("steps", () -> List.of(y, new double[length]));
        table.loop("rows", () -> List.of(x, new float[length]));
        table.loop("plane", () -> List.of(x));
        table.loop("longRows", () -> List.of(1 << 16, x, new float[32]));
        table.loop("inPlace", () -> List.of(x.clone()));
        table.loop("followed", () -> List.of(y, Seeded.doubles(length, 3, 1, 2), new double[length]));
    }
}
