package dev.gpukernel.samples;

import java.awt.image.BufferedImage;

/** Pixels coloured by the steps they took to escape; those of the set are black. */
final class EscapePicture {
    private static final double MAX_CHANNEL = 255;

    private EscapePicture() {}

    /**
     * Colours pixels.
     *
     * @param steps what each pixel took, row by row
     * @param width pixels of a row
     * @param limit what the pixels of the set took
     */
    static BufferedImage of(int[] steps, int width, int limit) {
        int height = steps.length / width;
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, colour(steps[y * width + x], limit));
            }
        }
        return image;
    }

    /** From dark blue over light blue to white. Most pixels take few steps, so small numbers are spread by a logarithm. */
    private static int colour(int steps, int limit) {
        if (steps == limit) {
            return 0;
        }
        double brightness = Math.log1p(steps) / Math.log1p(limit);
        int red = channel(2 * brightness - 1);
        int green = channel(1.5 * brightness - 0.1);
        int blue = channel(0.3 + brightness);
        return red << 16 | green << 8 | blue;
    }

    private static int channel(double share) {
        return (int) (MAX_CHANNEL * Math.clamp(share, 0.0, 1.0));
    }
}
