package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** An index runs on over loops that take steps of a power of 2, how many of them is known in a launch only. */
final class SampledKernels {
    private SampledKernels() {}

    @GpuKernel
    static int halved(int w, int h, float[] image, float[] out) {
        int o = 0;
        for (int y = 0; y < h - 1; y += 2) {
            for (int x = 0; x < w - 1; x += 2) {
                int i = y * w + x;
                out[o++] = 0.25f * (image[i] + image[i + 1] + image[i + w] + image[i + w + 1]);
            }
        }
        return o;
    }

    @GpuKernel
    static void everyFourth(int w, int h, int[] image, int[] out, int from) {
        int o = from;
        for (int y = 0; y < h; y++) {
            for (int x = w - 1; x >= 0; x -= 4) {
                out[o++] = image[y * w + x];
            }
            o++;
        }
    }

    /** Beside what is stored at the loop's own variable. */
    @GpuKernel
    static void pairs(int w, int h, int[] image, int[] out) {
        int o = 0;
        for (int y = 0; y < h; y++) {
            for (int x = 1; x <= w; x += 2) {
                image[y * w + x - 1] ^= y;
                out[o] = x;
                out[o + 1] = image[y * w + x - 1];
                o += 2;
            }
        }
    }

    static void inputs(KernelInputs table) {
        table.loop("halved", () -> List.of(13, 9, floats(117, 1, -1, 1), new float[24]));
        table.loop("everyFourth", () -> List.of(11, 7, ints(77, 3), new int[31], 3));
        table.loop("pairs", () -> List.of(12, 5, ints(60, 4), new int[60]));
    }
}
