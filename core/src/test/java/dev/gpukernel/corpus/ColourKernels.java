package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Colours converted, corrected and reduced. */
final class ColourKernels {
    private static final byte[] GAMMA = new byte[256];
    private static final int[] BAYER = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};

    static {
        for (int i = 0; i < GAMMA.length; i++) {
            GAMMA[i] = (byte) StrictMath.round(255 * StrictMath.pow(i / 255.0, 1 / 2.2));
        }
    }

    private ColourKernels() {}

    private static byte toByte(int value) {
        return (byte) (value < 0 ? 0 : value > 255 ? 255 : value);
    }

    @GpuKernel
    static void rgbToYuv(byte[] rgb, byte[] yuv) {
        int pixel = Grid.x();
        if (pixel * 3 + 2 >= rgb.length) {
            return;
        }
        int r = rgb[pixel * 3] & 0xff;
        int g = rgb[pixel * 3 + 1] & 0xff;
        int b = rgb[pixel * 3 + 2] & 0xff;
        yuv[pixel * 3] = toByte(((66 * r + 129 * g + 25 * b + 128) >> 8) + 16);
        yuv[pixel * 3 + 1] = toByte(((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128);
        yuv[pixel * 3 + 2] = toByte(((112 * r - 94 * g - 18 * b + 128) >> 8) + 128);
    }

    @GpuKernel
    static void yuvToRgb(byte[] y, byte[] u, byte[] v, int[] packed) {
        for (int i = 0; i < packed.length; i++) {
            int c = 298 * ((y[i] & 0xff) - 16) + 128;
            int d = (u[i] & 0xff) - 128;
            int e = (v[i] & 0xff) - 128;
            int r = toByte((c + 409 * e) >> 8) & 0xff;
            int g = toByte((c - 100 * d - 208 * e) >> 8) & 0xff;
            int b = toByte((c + 516 * d) >> 8) & 0xff;
            packed[i] = 0xff << 24 | r << 16 | g << 8 | b;
        }
    }

    @GpuKernel
    static void gamma(byte[] image) {
        for (int i = 0; i < image.length; i++) {
            image[i] = GAMMA[image[i] & 0xff];
        }
    }

    /** Spreads the error of each pixel along its row; each thread has a row. */
    @GpuKernel
    static void ditherRows(byte[] grey, int width, boolean[] black) {
        int row = Grid.x();
        if (row >= grey.length / width) {
            return;
        }
        int error = 0;
        for (int x = 0; x < width; x++) {
            int i = row * width + x;
            int wanted = (grey[i] & 0xff) + error;
            black[i] = wanted < 128;
            error = wanted - (black[i] ? 0 : 255);
        }
    }

    @GpuKernel
    static void ditherOrdered(byte[] grey, int width, byte[] out) {
        for (int i = 0; i < out.length; i++) {
            int threshold = BAYER[(i / width & 3) * 4 + (i % width & 3)] * 16 + 8;
            out[i] = (grey[i] & 0xff) > threshold ? (byte) 255 : 0;
        }
    }

    @GpuKernel
    static void blend(int[] over, int[] under) {
        for (int i = 0; i < under.length; i++) {
            int alpha = over[i] >>> 24;
            int result = 0xff;
            for (int shift = 16; shift >= 0; shift -= 8) {
                int a = over[i] >> shift & 0xff;
                int b = under[i] >> shift & 0xff;
                result = result << 8 | (a * alpha + b * (255 - alpha) + 127) / 255;
            }
            under[i] = result;
        }
    }

    /** Red, green and blue from hue, saturation and value. */
    @GpuKernel
    static void hsvToRgb(float[] hue, float[] saturation, float[] value, int[] packed) {
        for (int i = 0; i < packed.length; i++) {
            float h = hue[i] * 6;
            int sector = (int) h;
            float f = h - sector;
            int v = (int) (value[i] * 255);
            int p = (int) (value[i] * (1 - saturation[i]) * 255);
            int q = (int) (value[i] * (1 - saturation[i] * f) * 255);
            int t = (int) (value[i] * (1 - saturation[i] * (1 - f)) * 255);
            packed[i] = switch (sector % 6) {
                case 0 -> v << 16 | t << 8 | p;
                case 1 -> q << 16 | v << 8 | p;
                case 2 -> p << 16 | v << 8 | t;
                case 3 -> p << 16 | q << 8 | v;
                case 4 -> t << 16 | p << 8 | v;
                default -> v << 16 | p << 8 | q;
            };
        }
    }

    @GpuKernel
    static void toFiveSixFive(int[] packed, short[] out, char[] unsigned) {
        for (int i = 0; i < packed.length; i++) {
            int c = packed[i];
            int small = (c >> 8 & 0xf800) | (c >> 5 & 0x07e0) | (c >> 3 & 0x1f);
            out[i] = (short) small;
            unsigned[i] = (char) small;
        }
    }

    /** The nearest colour of a palette, by squared distance. */
    @GpuKernel
    static void nearestColour(int[] packed, int[] palette, byte[] out) {
        for (int i = 0; i < out.length; i++) {
            int best = -1;
            int bestDistance = Integer.MAX_VALUE;
            for (int k = 0; k < palette.length; k++) {
                int r = (packed[i] >> 16 & 255) - (palette[k] >> 16 & 255);
                int g = (packed[i] >> 8 & 255) - (palette[k] >> 8 & 255);
                int b = (packed[i] & 255) - (palette[k] & 255);
                int distance = r * r + g * g + b * b;
                if (distance < bestDistance) {
                    bestDistance = distance;
                    best = k;
                }
            }
            out[i] = (byte) best;
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.grid("rgbToYuv", 60, () -> List.of(bytes(180, 1), new byte[180]));
        kernels.loop("yuvToRgb", () -> List.of(bytes(90, 2), bytes(90, 3), bytes(90, 4), new int[90]));
        kernels.loop("gamma", () -> List.of(bytes(300, 5)));
        kernels.grid("ditherRows", 12, () -> List.of(bytes(12 * 20, 6), 20, new boolean[12 * 20]));
        kernels.loop("ditherOrdered", () -> List.of(bytes(17 * 12, 7), 17, new byte[17 * 12]));
        kernels.loop("blend", () -> List.of(ints(80, 8), ints(80, 9)));
        kernels.loop(
                "hsvToRgb",
                () -> List.of(floats(80, 10, 0, 1), floats(80, 11, 0, 1), floats(80, 12, 0, 1), new int[80]));
        kernels.loop("toFiveSixFive", () -> List.of(ints(80, 13), new short[80], new char[80]));
        kernels.loop("nearestColour", () -> List.of(ints(60, 14), ints(16, 15), new byte[60]));
    }
}
