package dev.gpukernel.internal.pass;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Philox;

/** Loops of which a thread runs several iterations, and others. */
final class CoarseningKernels {
    private CoarseningKernels() {}

    @GpuKernel
    static void saxpy(float a, float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = a * x[i] + y[i];
        }
    }

    /** The loop begins anywhere. */
    @GpuKernel
    static void part(int from, int to, int[] x, int[] y) {
        for (int i = from; i < to; i++) {
            y[i] += 3 * x[i];
        }
    }

    /** So do the arrays. */
    @GpuKernel
    static void slice(int from, int n, double[] x, double[] y) {
        for (int i = 0; i <= n; i++) {
            y[from + i] = x[from + i] * i;
        }
    }

    @GpuKernel
    static void fromFive(long[] x, long[] y) {
        for (int i = 5; i < y.length; i++) {
            y[i] = x[i] ^ i;
        }
    }

    @GpuKernel
    static void average(float[] x, float[] y) {
        for (int i = 1; i < y.length - 1; i++) {
            y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3;
        }
    }

    @GpuKernel
    static void bytes(byte[] x, byte[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = (byte) (x[i] * 5 + y[i]);
        }
    }

    @GpuKernel
    static void smallTypes(char[] x, short[] y, boolean[] z) {
        for (int i = 0; i < y.length; i++) {
            y[i] = (short) (x[i] - y[i]);
            z[i] = (x[i] & 1) == 0;
        }
    }

    @GpuKernel
    static void mixed(float[] x, double[] y) {
        for (int i = 0; i < x.length; i++) {
            y[i] = x[i] + y[i];
        }
    }

    /** The imaginary part of each complex number is multiplied by a number. */
    @GpuKernel
    static void complex(float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = x[2 * i] * x[2 * i + 1];
        }
    }

    /** The choice is no branch. */
    @GpuKernel
    static void clamp(int low, int[] x) {
        for (int i = 0; i < x.length; i++) {
            int value = x[i];
            x[i] = value < low ? low : value + 1;
        }
    }

    @GpuKernel
    static void divided(int by, int[] x, int[] y) {
        for (int i = 0; i < y.length; i++) {
            x[i] = 7;
            y[i] = x[i] / by;
        }
    }

    /** Loads wait for the store before them. */
    @GpuKernel
    static void thereAndBack(int[] x, int[] y) {
        for (int i = 0; i < y.length; i++) {
            x[i] = y[i] + 1;
            y[i] = x[i] * y[i];
        }
    }

    @GpuKernel
    static void ofOne(float[] factor, float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] *= factor[0];
        }
    }

    // Not these: one iteration for each thread is better.

    @GpuKernel
    static void shifted(float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = x[i + 1];
        }
    }

    @GpuKernel
    static void gather(int[] index, float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = x[index[i]];
        }
    }

    @GpuKernel
    static void strided(float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = x[3 * i];
        }
    }

    /** Four iterations have the words of one counter. */
    @GpuKernel
    static void random(int seed, float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = Philox.uniformFloat(seed, i);
        }
    }

    @GpuKernel
    static void randomFrom(int from, double[] x) {
        for (int i = from; i < x.length; i++) {
            x[i] = Philox.uniform(3, i);
        }
    }

    /** Complex numbers, their parts in turn. */
    @GpuKernel
    static void pairs(float[] x, float[] y) {
        for (int i = 0; i < y.length / 2; i++) {
            float re = x[2 * i];
            float im = x[2 * i + 1];
            y[2 * i] = re * re - im * im;
            y[2 * i + 1] = 2 * re * im;
        }
    }

    @GpuKernel
    static void pixels(int[] x, int[] y) {
        for (int i = 0; i < x.length >> 2; i++) {
            int a = x[4 * i];
            int b = x[4 * i + 1];
            int c = x[4 * i + 2];
            int d = x[4 * i + 3];
            y[4 * i + 3] = a + b + c;
            y[4 * i + 2] = a + b - d;
            y[4 * i + 1] = a - c - d;
            y[4 * i] = b + c + d;
        }
    }

    @GpuKernel
    static int sumOfPairs(int[] x, int[] y) {
        int sum = 0;
        for (int i = 0; i < x.length / 2; i++) {
            sum += x[2 * i] * x[2 * i + 1];
        }
        return sum + y.length;
    }

    @GpuKernel
    static void rows(int columns, float[] x, float[] y) {
        for (int row = 0; row < y.length; row++) {
            float sum = 0;
            for (int i = 0; i < columns; i++) {
                sum += x[row * columns + i];
            }
            y[row] = sum;
        }
    }

    /** Rows begin anywhere. */
    @GpuKernel
    static void nest(int rows, int columns, float[] x, float[] y) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                y[i * columns + j] = 2 * x[i * columns + j] + i;
            }
        }
    }

    /** Rows are of whole vectors. */
    @GpuKernel
    static void nestOfVectors(int rows, int groups, float[] x, float[] y) {
        int columns = 4 * groups;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                y[i * columns + j] += x[j];
            }
        }
    }

    @GpuKernel
    static void cube(int planes, int rows, int columns, double[] x, double[] y) {
        for (int i = 0; i < planes; i++) {
            for (int j = 0; j < rows; j++) {
                for (int k = 0; k < columns; k++) {
                    y[(i * rows + j) * columns + k] = x[(i * rows + j) * columns + k] + i * j;
                }
            }
        }
    }

    /** A row is moved at once, a column is not. */
    @GpuKernel
    static void transposed(int rows, int columns, float[] x, float[] y) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                y[i * columns + j] = x[j * rows + i];
            }
        }
    }
}
