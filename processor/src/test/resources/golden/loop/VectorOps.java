package com.acme;

import dev.gpukernel.GpuKernel;

public final class VectorOps {
    /** Adds a multiple of {@code x} to {@code y}. */
    @GpuKernel
    public static void saxpy(float a, float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = a * x[i] + y[i];
        }
    }

    @GpuKernel(blockSize = 1024)
    static void mixedTypes(int i, long l, float f, double d, int[] is, long[] ls, float[] fs, double... ds) {
        for (int k = 0; k < is.length; k++) {
            ds[k] = i + l + f + d + is[k] + ls[k] + fs[k];
        }
    }

    /** In the class of the kernel, a call of a launcher that does not exist before the processor ran. */
    public static void main(String[] arguments) {
        VectorOpsGpu.saxpy(2f, new float[3], new float[3]);
        VectorOpsGpu.mixedTypes(1, 2, 3, 4, new int[1], new long[1], new float[1], 1.0);
    }
}
