package dev.gpukernel.samples;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** A picture in shades of grey. */
final class GreyPicture {
    private static final int WIDTH = 700;
    private static final int HEIGHT = 600;
    private static final double PIXEL_SIDE = 2.8 / WIDTH;
    private static final int STEPS = 200;

    private final byte[] pixels;
    private final int width;

    private GreyPicture(byte[] pixels, int width) {
        this.pixels = pixels;
        this.width = width;
    }

    /**
     * Reads a picture from a file.
     *
     * @throws IOException if there is none in it, or it cannot be read
     */
    static GreyPicture read(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new IOException("there is no file '" + file + "' that can be read");
        }
        BufferedImage image = ImageIO.read(file.toFile());
        if (image == null) {
            throw new IOException("'" + file + "' is no picture of a format that this Java runtime reads");
        }
        byte[] pixels = new byte[image.getWidth() * image.getHeight()];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = brightness(image.getRGB(i % image.getWidth(), i / image.getWidth()));
        }
        return new GreyPicture(pixels, image.getWidth());
    }

    /** {@return the brightness of its pixels, unsigned, row by row} */
    byte[] pixels() {
        return pixels;
    }

    /** {@return pixels of a row} */
    int width() {
        return width;
    }

    /** {@return the Mandelbrot set, the brighter the sooner a point escapes} */
    static GreyPicture mandelbrot() {
        int[] steps = new int[WIDTH * HEIGHT];
        MandelbrotKernels.escape(WIDTH, HEIGHT, PIXEL_SIDE, STEPS, steps);
        byte[] pixels = new byte[steps.length];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (byte) (255 - 255 * steps[i] / STEPS);
        }
        return new GreyPicture(pixels, WIDTH);
    }

    /** How bright a colour looks, by the weights of Recommendation ITU-R BT.601. */
    private static byte brightness(int rgb) {
        int red = rgb >> 16 & 0xff;
        int green = rgb >> 8 & 0xff;
        int blue = rgb & 0xff;
        return (byte) ((299 * red + 587 * green + 114 * blue + 500) / 1000);
    }
}
