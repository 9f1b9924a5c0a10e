package dev.gpukernel.internal.ptx;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

/** Kernels whose inner loops must cost next to nothing more with index checks than without. */
final class HotKernels {
    private HotKernels() {}

    @GpuKernel
    static void vectorAdd(float[] a, float[] b, float[] c) {
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] + b[i];
        }
    }

    @GpuKernel(checked = false)
    static void vectorAddUnchecked(float[] a, float[] b, float[] c) {
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] + b[i];
        }
    }

    @GpuKernel
    static void convolution3x3(int width, int height, float[] weights, float[] in, float[] out) {
        int x = Grid.x();
        int y = Grid.y();
        if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) {
            return;
        }
        float sum = 0;
        for (int dy = 0; dy < 3; dy++) {
            for (int dx = 0; dx < 3; dx++) {
                sum += weights[dy * 3 + dx] * in[(y + dy - 1) * width + x + dx - 1];
            }
        }
        out[y * width + x] = sum;
    }

    @GpuKernel(checked = false)
    static void convolution3x3Unchecked(int width, int height, float[] weights, float[] in, float[] out) {
        int x = Grid.x();
        int y = Grid.y();
        if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) {
            return;
        }
        float sum = 0;
        for (int dy = 0; dy < 3; dy++) {
            for (int dx = 0; dx < 3; dx++) {
                sum += weights[dy * 3 + dx] * in[(y + dy - 1) * width + x + dx - 1];
            }
        }
        out[y * width + x] = sum;
    }

    @GpuKernel
    static void sparseProduct(int[] rowStart, int[] column, float[] value, float[] x, float[] y) {
        for (int row = 0; row < y.length; row++) {
            float sum = 0;
            for (int k = rowStart[row]; k < rowStart[row + 1]; k++) {
                sum += value[k] * x[column[k]];
            }
            y[row] = sum;
        }
    }

    @GpuKernel(checked = false)
    static void sparseProductUnchecked(int[] rowStart, int[] column, float[] value, float[] x, float[] y) {
        for (int row = 0; row < y.length; row++) {
            float sum = 0;
            for (int k = rowStart[row]; k < rowStart[row + 1]; k++) {
                sum += value[k] * x[column[k]];
            }
            y[row] = sum;
        }
    }

    @GpuKernel
    static void bodies(float[] x, float[] y, float[] z, float[] mass, float[] ax, float[] ay, float[] az) {
        for (int i = 0; i < ax.length; i++) {
            float sx = 0;
            float sy = 0;
            float sz = 0;
            for (int j = 0; j < x.length; j++) {
                float dx = x[j] - x[i];
                float dy = y[j] - y[i];
                float dz = z[j] - z[i];
                float square = dx * dx + dy * dy + dz * dz + 1e-9f;
                float inverse = 1 / (float) Math.sqrt(square);
                float force = mass[j] * inverse * inverse * inverse;
                sx += dx * force;
                sy += dy * force;
                sz += dz * force;
            }
            ax[i] = sx;
            ay[i] = sy;
            az[i] = sz;
        }
    }

    @GpuKernel(checked = false)
    static void bodiesUnchecked(float[] x, float[] y, float[] z, float[] mass, float[] ax, float[] ay, float[] az) {
        for (int i = 0; i < ax.length; i++) {
            float sx = 0;
            float sy = 0;
            float sz = 0;
            for (int j = 0; j < x.length; j++) {
                float dx = x[j] - x[i];
                float dy = y[j] - y[i];
                float dz = z[j] - z[i];
                float square = dx * dx + dy * dy + dz * dz + 1e-9f;
                float inverse = 1 / (float) Math.sqrt(square);
                float force = mass[j] * inverse * inverse * inverse;
                sx += dx * force;
                sy += dy * force;
                sz += dz * force;
            }
            ax[i] = sx;
            ay[i] = sy;
            az[i] = sz;
        }
    }

    @GpuKernel
    static void product(int n, float[] a, float[] b, float[] c) {
        int column = Grid.x();
        int row = Grid.y();
        if (row < n && column < n) {
            float sum = 0;
            for (int k = 0; k < n; k++) {
                sum += a[row * n + k] * b[k * n + column];
            }
            c[row * n + column] = sum;
        }
    }

    @GpuKernel(checked = false)
    static void productUnchecked(int n, float[] a, float[] b, float[] c) {
        int column = Grid.x();
        int row = Grid.y();
        if (row < n && column < n) {
            float sum = 0;
            for (int k = 0; k < n; k++) {
                sum += a[row * n + k] * b[k * n + column];
            }
            c[row * n + column] = sum;
        }
    }
}
