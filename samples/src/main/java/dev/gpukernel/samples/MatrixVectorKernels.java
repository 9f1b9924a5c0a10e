package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;

/** The product of a matrix, row by row in one array, and a vector. */
public final class MatrixVectorKernels {
    private MatrixVectorKernels() {}

    /** Rows are done in parallel; each adds from left to right, as the loop does. */
    @GpuKernel
    public static void multiply(float[] matrix, float[] x, float[] y) {
        int columns = x.length;
        for (int row = 0; row < y.length; row++) {
            float sum = 0;
            for (int column = 0; column < columns; column++) {
                sum += matrix[row * columns + column] * x[column];
            }
            y[row] = sum;
        }
    }
}
