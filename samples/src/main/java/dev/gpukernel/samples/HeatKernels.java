package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

/** Heat that spreads over a plate whose rim and sources keep their temperature: Jacobi's method. */
public final class HeatKernels {
    private HeatKernels() {}

    /**
     * Two steps at a time, from one array to the other and back. The whole grid waits after each step, so that one launch does
     * them all.
     */
    @GpuKernel
    public static void spread(float[] plate, float[] other, int width, int height, int doubleSteps) {
        for (int step = 0; step < doubleSteps; step++) {
            relax(plate, other, width, height);
            Grid.sync();
            relax(other, plate, width, height);
            Grid.sync();
        }
    }

    /** Every inner point becomes the mean of its four neighbours. */
    private static void relax(float[] from, float[] to, int width, int height) {
        for (int y = 1 + Grid.y(); y < height - 1; y += Grid.sizeY()) {
            for (int x = 1 + Grid.x(); x < width - 1; x += Grid.sizeX()) {
                int i = y * width + x;
                to[i] = mean(from[i - 1], from[i + 1], from[i - width], from[i + width]);
            }
        }
    }

    static float mean(float left, float right, float above, float below) {
        return 0.25f * (left + right + above + below);
    }
}
