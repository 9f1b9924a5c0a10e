package dev.gpukernel.internal.pass;

import dev.gpukernel.GpuKernel;

/** Loops within which indices are checked again and again. */
final class CheckRemovalKernels {
    private CheckRemovalKernels() {}

    @GpuKernel
    static void blur(int width, int height, int radius, int[] weights, int[] in, int[] out) {
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int sum = 0;
                for (int dy = -radius; dy <= radius; dy++) {
                    int row = Math.min(Math.max(y + dy, 0), height - 1);
                    for (int dx = -radius; dx <= radius; dx++) {
                        int column = Math.min(Math.max(x + dx, 0), width - 1);
                        sum += weights[(dy + radius) * (2 * radius + 1) + dx + radius] * in[row * width + column];
                    }
                }
                out[y * width + x] = sum;
            }
        }
    }

    @GpuKernel
    static void rows(int[] matrix, int width, int divisor, int[] out) {
        for (int y = 0; y < out.length; y++) {
            int sum = 0;
            for (int x = 0; x < width; x++) {
                sum += matrix[y * width + x] / divisor;
            }
            out[y] = sum;
        }
    }

    /** From a first to a last value, which may be the greatest int but one. */
    @GpuKernel
    static void inclusive(int first, int last, int[] x, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int sum = i;
            for (int k = first; k <= last; k++) {
                sum = 31 * sum + x[k & 7];
            }
            out[i] = sum;
        }
    }

    /** What is looked up depends on what is loaded, so nothing is known before. */
    @GpuKernel
    static void gather(int[] x, int[] index, int each, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int sum = 0;
            for (int k = 0; k < each; k++) {
                sum += x[index[i * each + k]];
            }
            out[i] = sum;
        }
    }
}
