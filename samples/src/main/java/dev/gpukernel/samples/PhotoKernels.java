package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;

/** Sharpening of a picture whose pixels are colours, {@code 0xAARRGGBB}. What is outside of it is as its nearest pixel. */
final class PhotoKernels {
    private static final int RADIUS = 2;
    /** Binomials, close to a Gaussian bell; their squares add up to 256. */
    private static final int[] WEIGHTS = {1, 4, 6, 4, 1};

    private PhotoKernels() {}

    /**
     * Adds to each colour how much it differs from the blurred picture.
     *
     * @param width pixels of a row
     * @param height pixels of a column
     * @param percent how much of the difference
     * @param in the picture, row by row
     * @param out the sharpened picture, opaque
     */
    @GpuKernel
    static void sharpen(int width, int height, int percent, int[] in, int[] out) {
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int red = 0;
                int green = 0;
                int blue = 0;
                for (int dy = -RADIUS; dy <= RADIUS; dy++) {
                    int row = Math.clamp(y + dy, 0, height - 1);
                    for (int dx = -RADIUS; dx <= RADIUS; dx++) {
                        int colour = in[row * width + Math.clamp(x + dx, 0, width - 1)];
                        int weight = WEIGHTS[dy + RADIUS] * WEIGHTS[dx + RADIUS];
                        red += weight * (colour >> 16 & 0xFF);
                        green += weight * (colour >> 8 & 0xFF);
                        blue += weight * (colour & 0xFF);
                    }
                }
                int colour = in[y * width + x];
                out[y * width + x] = 0xFF << 24
                        | sharpened(colour >> 16 & 0xFF, red, percent) << 16
                        | sharpened(colour >> 8 & 0xFF, green, percent) << 8
                        | sharpened(colour & 0xFF, blue, percent);
            }
        }
    }

    private static int sharpened(int sample, int blurred, int percent) {
        return Math.clamp(sample + (256 * sample - blurred) * percent / (256 * 100), 0, 255);
    }
}
