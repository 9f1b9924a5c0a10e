package dev.gpukernel.samples;

import java.awt.image.BufferedImage;

/** The plate of the heat sample in plain Java: its beginning, its steps and its picture. Temperatures are from 0 to 1. */
public final class HeatPlate {
    private static final double MAX_CHANNEL = 255;

    private HeatPlate() {}

    /** {@return a cold plate with a hot rim above and hot parts of the rims left and right} */
    public static float[] withSources(int width, int height) {
        float[] plate = new float[width * height];
        for (int x = 0; x < width; x++) {
            plate[x] = 1;
        }
        for (int y = 0; y < height; y++) {
            if (y / Math.max(1, height / 8) % 2 == 1) {
                plate[y * width] = 1;
                plate[y * width + width - 1] = 0.6f;
            }
        }
        return plate;
    }

    /** Does an even number of steps. */
    static void spread(float[] plate, int width, int steps) {
        spread(plate, plate.clone(), width, steps);
    }

    /** Does an even number of steps, from one array to the other and back; rims of both are the same. */
    public static void spread(float[] plate, float[] other, int width, int steps) {
        for (int step = 0; step < steps; step += 2) {
            relax(plate, other, width);
            relax(other, plate, width);
        }
    }

    private static void relax(float[] from, float[] to, int width) {
        int height = from.length / width;
        for (int y = 1; y < height - 1; y++) {
            for (int i = y * width + 1; i < (y + 1) * width - 1; i++) {
                to[i] = HeatKernels.mean(from[i - 1], from[i + 1], from[i - width], from[i + width]);
            }
        }
    }

    /** {@return the plate, from black over red and yellow to white} */
    static BufferedImage picture(float[] plate, int width) {
        int height = plate.length / width;
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < plate.length; i++) {
            image.setRGB(i % width, i / width, colour(plate[i]));
        }
        return image;
    }

    private static int colour(float temperature) {
        return channel(3 * temperature) << 16 | channel(3 * temperature - 1) << 8 | channel(3 * temperature - 2);
    }

    private static int channel(double share) {
        return (int) (MAX_CHANNEL * Math.clamp(share, 0.0, 1.0));
    }
}
