package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Series, roots, integrals and interpolation. */
final class NumericKernels {
    private static final int SIMPSON_INTERVALS = 10;
    private static final double[] LANCZOS = {
        76.18009172947146,
        -86.5053203294168,
        24.01409824083091,
        -1.231739572450155,
        0.001208650973866179,
        -5.395239384953e-6
    };

    private NumericKernels() {}

    @GpuKernel
    static void hilbert(int width, double[] matrix) {
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] = 1.0 / (i / width + i % width + 1);
        }
    }

    /** Partial sums of 1/k^2 as float, from the smallest term up. */
    @GpuKernel
    static void eulerSums(float[] out) {
        for (int i = 0; i < out.length; i++) {
            float sum = 0f;
            for (int k = i + 1; k >= 1; k--) {
                sum += 1f / k / k;
            }
            out[i] = sum;
        }
    }

    @GpuKernel
    static void leibniz(int terms, double[] partial) {
        int thread = Grid.x();
        if (thread < partial.length) {
            double sum = 0;
            for (int k = thread; k < terms; k += partial.length) {
                sum += (k % 2 == 0 ? 1.0 : -1.0) / (2 * k + 1);
            }
            partial[thread] = 4 * sum;
        }
    }

    @GpuKernel
    static void horner(double[] coefficients, float[] x, float[] out) {
        for (int i = 0; i < x.length; i++) {
            double sum = 0;
            for (int k = coefficients.length - 1; k >= 0; k--) {
                sum = sum * x[i] + coefficients[k];
            }
            out[i] = (float) sum;
        }
    }

    @GpuKernel
    static void newtonSquareRoot(double[] in, double[] out, int[] steps) {
        for (int i = 0; i < in.length; i++) {
            double x = in[i] > 1 ? in[i] : 1.0;
            int count = 0;
            while (true) {
                double next = (x + in[i] / x) / 2;
                if (next >= x) {
                    break;
                }
                x = next;
                count++;
            }
            out[i] = x;
            steps[i] = count;
        }
    }

    /** The root of {@code cos x = c x}. */
    @GpuKernel
    static void bisection(double[] c, double[] out) {
        for (int i = 0; i < out.length; i++) {
            double low = 0;
            double high = 1.6;
            for (int step = 0; step < 25; step++) {
                double middle = low + (high - low) / 2;
                if (StrictMath.cos(middle) > c[i] * middle) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            out[i] = low;
        }
    }

    private static double bell(double x) {
        return StrictMath.exp(-x * x / 2);
    }

    @GpuKernel
    static void simpson(double[] from, double[] to, double[] out) {
        int i = Grid.x();
        if (i < out.length) {
            double h = (to[i] - from[i]) / SIMPSON_INTERVALS;
            double sum = bell(from[i]) + bell(to[i]);
            for (int k = 1; k < SIMPSON_INTERVALS; k++) {
                sum += (k % 2 == 1 ? 4 : 2) * bell(from[i] + k * h);
            }
            out[i] = sum * h / 3;
        }
    }

    /** Linear between the points of a table, constant outside. */
    @GpuKernel
    static void interpolate(float[] xs, float[] ys, float[] at, float[] out) {
        for (int i = 0; i < at.length; i++) {
            float x = at[i];
            int k = 0;
            while (k < xs.length && xs[k] <= x) {
                k++;
            }
            if (k == 0) {
                out[i] = ys[0];
            } else if (k == xs.length) {
                out[i] = ys[k - 1];
            } else {
                float t = (x - xs[k - 1]) / (xs[k] - xs[k - 1]);
                out[i] = ys[k - 1] * (1 - t) + ys[k] * t;
            }
        }
    }

    /** Compensated sums of rows, which a compiler must not simplify. */
    @GpuKernel
    static void kahan(float[] in, int length, float[] sums, float[] plain) {
        for (int i = 0; i < sums.length; i++) {
            float sum = 0;
            float lost = 0;
            float naive = 0;
            for (int k = 0; k < length; k++) {
                float y = in[i * length + k] - lost;
                float t = sum + y;
                lost = t - sum - y;
                sum = t;
                naive += in[i * length + k];
            }
            sums[i] = sum;
            plain[i] = naive;
        }
    }

    /** Chebyshev's series by the recurrence of Clenshaw. */
    @GpuKernel
    static void clenshaw(double[] coefficients, double[] x, double[] out) {
        for (int i = 0; i < x.length; i++) {
            double b1 = 0;
            double b2 = 0;
            for (int k = coefficients.length - 1; k > 0; k--) {
                double kept = b1;
                b1 = Math.fma(2 * x[i], b1, coefficients[k] - b2);
                b2 = kept;
            }
            out[i] = Math.fma(x[i], b1, coefficients[0] - b2);
        }
    }

    @GpuKernel
    static void logGamma(double[] x, double[] out) {
        for (int i = 0; i < x.length; i++) {
            double t = x[i] + 5.5;
            double series = 1.000000000190015;
            double y = x[i];
            for (double c : LANCZOS) {
                series += c / ++y;
            }
            out[i] = (x[i] + 0.5) * StrictMath.log(t) - t + StrictMath.log(2.506628274631 * series / x[i]);
        }
    }

    /** Richardson's extrapolation of the derivative of a sine, in an array of the thread's own. */
    @GpuKernel
    static void romberg(double[] at, double[] out) {
        int i = Grid.x();
        if (i >= out.length) {
            return;
        }
        double[] row = new double[5];
        double h = 0.5;
        for (int k = 0; k < 5; k++, h /= 2) {
            double previous = row[0];
            row[0] = (StrictMath.sin(at[i] + h) - StrictMath.sin(at[i] - h)) / (2 * h);
            double factor = 4;
            for (int m = 1; m <= k; m++, factor *= 4) {
                double kept = row[m];
                row[m] = row[m - 1] + (row[m - 1] - previous) / (factor - 1);
                previous = kept;
            }
        }
        out[i] = row[4];
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("hilbert", () -> List.of(12, new double[144]));
        kernels.loop("eulerSums", () -> List.of(new float[90]));
        kernels.grid("leibniz", 50, () -> List.of(1000, new double[50]));
        kernels.loop("horner", () -> List.of(doubles(7, 1, -1, 1), floats(100, 2, -2, 2), new float[100]));
        kernels.loop("newtonSquareRoot", () -> List.of(doubles(60, 3, 0.01, 1e6), new double[60], new int[60]));
        kernels.loop("bisection", () -> List.of(doubles(30, 4, 0.1, 3), new double[30]));
        kernels.grid("simpson", 40, () -> List.of(doubles(40, 5, -3, 0), doubles(40, 6, 0, 3), new double[40]));
        kernels.loop(
                "interpolate",
                () -> List.of(
                        new float[] {-1, -0.5f, 0.25f, 1, 3},
                        floats(5, 7, -9, 9),
                        floats(80, 8, -2, 4),
                        new float[80]));
        kernels.loop("kahan", () -> List.of(floats(600, 9, 0, 1), 20, new float[30], new float[30]));
        kernels.loop("clenshaw", () -> List.of(doubles(9, 10, -1, 1), doubles(60, 11, -1, 1), new double[60]));
        kernels.loop("logGamma", () -> List.of(doubles(40, 12, 0.1, 20), new double[40]));
        kernels.grid("romberg", 20, () -> List.of(doubles(20, 13, -3, 3), new double[20]));
    }
}
