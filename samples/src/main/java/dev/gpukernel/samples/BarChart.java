package dev.gpukernel.samples;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.Arrays;

/** Numbers as bars beside each other, each drawn in the grey of its place. */
final class BarChart {
    private static final int BAR_WIDTH = 3;
    private static final int HEIGHT = 300;
    private static final int BACKGROUND = new Color(30, 60, 110).getRGB();

    private BarChart() {}

    /**
     * Draws numbers. Large ones would dwarf all others, so that heights are those of their logarithms.
     *
     * @param counts the numbers, not negative
     * @return the picture
     */
    static BufferedImage of(int[] counts) {
        BufferedImage image = new BufferedImage(BAR_WIDTH * counts.length, HEIGHT, BufferedImage.TYPE_INT_RGB);
        double most = Math.max(1, Math.log1p(Arrays.stream(counts).max().orElse(0)));
        for (int bar = 0; bar < counts.length; bar++) {
            int height = (int) Math.round(Math.log1p(counts[bar]) / most * HEIGHT);
            int grey = 255 * bar / Math.max(1, counts.length - 1);
            int colour = new Color(grey, grey, grey).getRGB();
            for (int x = bar * BAR_WIDTH; x < (bar + 1) * BAR_WIDTH; x++) {
                for (int y = 0; y < HEIGHT; y++) {
                    image.setRGB(x, HEIGHT - 1 - y, y < height ? colour : BACKGROUND);
                }
            }
        }
        return image;
    }
}
