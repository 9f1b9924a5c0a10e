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
    /** What is shown of the Mandelbrot set, in units of the plane. */
    private static final double SHOWN_WIDTH = 2.8;

    private static final double SHOWN_HEIGHT = 2.4;
    /** As many as there are shades, so that none of them is left out. */
    private static final int STEPS = 255;

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

    /** {@return pixels of a column} */
    int height() {
        return pixels.length / width;
    }

    /** {@return the brightness of its pixels, from 0 to 255, row by row} */
    float[] floats() {
        float[] floats = new float[pixels.length];
        for (int i = 0; i < pixels.length; i++) {
            floats[i] = pixels[i] & 0xff;
        }
        return floats;
    }

    /** {@return the picture with such a brightness of its pixels; what is below 0 is black, what is above 255 white} */
    static GreyPicture of(float[] brightness, int width) {
        byte[] pixels = new byte[brightness.length];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (byte) Math.clamp(Math.round(brightness[i]), 0, 255);
        }
        return new GreyPicture(pixels, width);
    }

    /** {@return it as Java draws and writes it} */
    BufferedImage image() {
        BufferedImage image = new BufferedImage(width, height(), BufferedImage.TYPE_BYTE_GRAY);
        image.getRaster().setDataElements(0, 0, width, height(), pixels);
        return image;
    }

    /** {@return the Mandelbrot set, the brighter the sooner a point escapes} */
    static GreyPicture mandelbrot() {
        return mandelbrot(WIDTH, HEIGHT);
    }

    /** {@return the same with so many pixels in a row and in a column} */
    static GreyPicture mandelbrot(int width, int height) {
        int[] steps = new int[width * height];
        double pixelSide = Math.max(SHOWN_WIDTH / width, SHOWN_HEIGHT / height);
        MandelbrotKernels.escape(width, height, pixelSide, STEPS, steps);
        byte[] pixels = new byte[steps.length];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (byte) (STEPS - steps[i]);
        }
        return new GreyPicture(pixels, width);
    }

    /** How bright a colour looks, by the weights of Recommendation ITU-R BT.601. */
    private static byte brightness(int rgb) {
        int red = rgb >> 16 & 0xff;
        int green = rgb >> 8 & 0xff;
        int blue = rgb & 0xff;
        return (byte) ((299 * red + 587 * green + 114 * blue + 500) / 1000);
    }
}
