package dev.gpukernel.benchmarks;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

/**
 * Kernels with and without index checks. Each pair shares the method that does the work of one thread, so that the checks are
 * all that differs.
 */
final class CheckCostKernels {
    private static final float SOFTENING = 1e-3f;

    private CheckCostKernels() {}

    @GpuKernel
    static void add(float[] a, float[] b, float[] c) {
        addOne(a, b, c);
    }

    @GpuKernel(checked = false)
    static void addUnchecked(float[] a, float[] b, float[] c) {
        addOne(a, b, c);
    }

    private static void addOne(float[] a, float[] b, float[] c) {
        int i = Grid.x();
        if (i < c.length) {
            c[i] = a[i] + b[i];
        }
    }

    @GpuKernel
    static void convolve(int width, int height, float[] image, float[] weights, float[] result) {
        convolveOne(width, height, image, weights, result);
    }

    @GpuKernel(checked = false)
    static void convolveUnchecked(int width, int height, float[] image, float[] weights, float[] result) {
        convolveOne(width, height, image, weights, result);
    }

    /** 3×3 weights; the pixels of the border stay as they are. */
    private static void convolveOne(int width, int height, float[] image, float[] weights, float[] result) {
        int x = Grid.x();
        int y = Grid.y();
        if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) {
            return;
        }
        float sum = 0;
        for (int dy = 0; dy < 3; dy++) {
            for (int dx = 0; dx < 3; dx++) {
                sum += weights[3 * dy + dx] * image[(y + dy - 1) * width + x + dx - 1];
            }
        }
        result[y * width + x] = sum;
    }

    @GpuKernel
    static void multiply(int[] starts, int[] columns, float[] values, float[] x, float[] y) {
        multiplyOne(starts, columns, values, x, y);
    }

    @GpuKernel(checked = false)
    static void multiplyUnchecked(int[] starts, int[] columns, float[] values, float[] x, float[] y) {
        multiplyOne(starts, columns, values, x, y);
    }

    /** A sparse matrix in compressed rows times a vector, a row per thread. */
    private static void multiplyOne(int[] starts, int[] columns, float[] values, float[] x, float[] y) {
        int row = Grid.x();
        if (row >= y.length) {
            return;
        }
        float sum = 0;
        for (int k = starts[row]; k < starts[row + 1]; k++) {
            sum += values[k] * x[columns[k]];
        }
        y[row] = sum;
    }

    @GpuKernel
    static void attract(float[] x, float[] y, float[] z, float[] mass, float[] ax, float[] ay, float[] az) {
        attractOne(x, y, z, mass, ax, ay, az);
    }

    @GpuKernel(checked = false)
    static void attractUnchecked(float[] x, float[] y, float[] z, float[] mass, float[] ax, float[] ay, float[] az) {
        attractOne(x, y, z, mass, ax, ay, az);
    }

    /** The acceleration of one body by all. */
    private static void attractOne(float[] x, float[] y, float[] z, float[] mass, float[] ax, float[] ay, float[] az) {
        int i = Grid.x();
        if (i >= ax.length) {
            return;
        }
        float sumX = 0;
        float sumY = 0;
        float sumZ = 0;
        for (int j = 0; j < mass.length; j++) {
            float dx = x[j] - x[i];
            float dy = y[j] - y[i];
            float dz = z[j] - z[i];
            float inverse = 1 / (float) Math.sqrt(dx * dx + dy * dy + dz * dz + SOFTENING);
            float pull = mass[j] * (inverse * inverse * inverse);
            sumX += pull * dx;
            sumY += pull * dy;
            sumZ += pull * dz;
        }
        ax[i] = sumX;
        ay[i] = sumY;
        az[i] = sumZ;
    }
}
