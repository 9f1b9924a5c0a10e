package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;

/** Kernels for buffers, beside {@link SliceKernels}: not of integers. */
final class BufferKernels {
    private BufferKernels() {}

    @GpuKernel
    static int count(char[] text, char wanted) {
        int count = 0;
        for (int i = 0; i < text.length; i++) {
            if (text[i] == wanted) {
                count++;
            }
        }
        return count;
    }

    @GpuKernel
    static void addRows(double[][] rows, double[] sums) {
        for (int i = 0; i < rows.length; i++) {
            double sum = 0;
            for (int j = 0; j < rows[i].length; j++) {
                sum += rows[i][j];
            }
            sums[i] = sum;
        }
    }
}
