package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;

/** The convolution of a picture with weights around each pixel. What is outside of the picture is as its nearest pixel. */
public final class ConvolutionKernels {
    private ConvolutionKernels() {}

    @GpuKernel
    public static void convolve(int width, int height, int radius, float[] weights, float[] in, float[] out) {
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                float sum = 0;
                for (int dy = -radius; dy <= radius; dy++) {
                    int row = Math.min(Math.max(y + dy, 0), height - 1);
                    for (int dx = -radius; dx <= radius; dx++) {
                        int column = Math.min(Math.max(x + dx, 0), width - 1);
                        float weight = weights[(dy + radius) * (2 * radius + 1) + dx + radius];
                        sum += weight * in[row * width + column];
                    }
                }
                out[y * width + x] = sum;
            }
        }
    }
}
