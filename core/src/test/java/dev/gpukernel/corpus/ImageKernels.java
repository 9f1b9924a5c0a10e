package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.floats;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Filters and scaling of images. */
final class ImageKernels {
    private ImageKernels() {}

    /** Width and height of an image. */
    record Size(int width, int height) {
        boolean contains(int x, int y) {
            return x >= 0 && x < width && y >= 0 && y < height;
        }

        /** The index of the pixel nearest to a place that may be outside. */
        int nearest(int x, int y) {
            return Math.clamp(y, 0, height - 1) * width + Math.clamp(x, 0, width - 1);
        }
    }

    @GpuKernel
    static void scaleBilinear(float[] in, Size from, float[] out, Size to) {
        int x = Grid.x();
        int y = Grid.y();
        if (!to.contains(x, y)) {
            return;
        }
        float sx = (x + 0.5f) * from.width() / to.width() - 0.5f;
        float sy = (y + 0.5f) * from.height() / to.height() - 0.5f;
        int x0 = (int) Math.floor(sx);
        int y0 = (int) Math.floor(sy);
        float fx = sx - x0;
        float fy = sy - y0;
        float top = in[from.nearest(x0, y0)] * (1 - fx) + in[from.nearest(x0 + 1, y0)] * fx;
        float bottom = in[from.nearest(x0, y0 + 1)] * (1 - fx) + in[from.nearest(x0 + 1, y0 + 1)] * fx;
        out[y * to.width() + x] = top * (1 - fy) + bottom * fy;
    }

    @GpuKernel
    static void convolve3x3(float[] in, float[] weights, int width, int height, float[] out) {
        for (int i = 0; i < out.length; i++) {
            int x = i % width;
            int y = i / width;
            float sum = 0;
            for (int dy = -1; dy <= 1; dy++) {
                for (int dx = -1; dx <= 1; dx++) {
                    int nx = Math.max(0, Math.min(width - 1, x + dx));
                    int ny = Math.max(0, Math.min(height - 1, y + dy));
                    sum += in[ny * width + nx] * weights[(dy + 1) * 3 + dx + 1];
                }
            }
            out[i] = sum;
        }
    }

    @GpuKernel
    static void sobel(byte[] in, int width, int height, byte[] out) {
        int x = Grid.x();
        int y = Grid.y();
        if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) {
            return;
        }
        int above = (y - 1) * width + x;
        int here = above + width;
        int below = here + width;
        int gx = (in[above + 1] & 0xff) + 2 * (in[here + 1] & 0xff) + (in[below + 1] & 0xff);
        gx -= (in[above - 1] & 0xff) + 2 * (in[here - 1] & 0xff) + (in[below - 1] & 0xff);
        int gy = (in[below - 1] & 0xff) + 2 * (in[below] & 0xff) + (in[below + 1] & 0xff);
        gy -= (in[above - 1] & 0xff) + 2 * (in[above] & 0xff) + (in[above + 1] & 0xff);
        out[here] = (byte) Math.min(255, (int) Math.sqrt(gx * gx + gy * gy));
    }

    @GpuKernel
    static void median3x3(byte[] in, Size size, byte[] out) {
        int x = Grid.x();
        int y = Grid.y();
        if (!size.contains(x, y)) {
            return;
        }
        int[] window = new int[9];
        int filled = 0;
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                int value = in[size.nearest(x + dx, y + dy)] & 0xff;
                int k = filled++;
                for (; k > 0 && window[k - 1] > value; k--) {
                    window[k] = window[k - 1];
                }
                window[k] = value;
            }
        }
        out[y * size.width() + x] = (byte) window[4];
    }

    /** Sums over every rectangle from the origin: each thread one row, in place. */
    @GpuKernel
    static void integralRows(int[] image, int width) {
        int row = Grid.x();
        if (row < image.length / width) {
            for (int i = row * width + 1; i < (row + 1) * width; i++) {
                image[i] += image[i - 1];
            }
        }
    }

    /** Swaps each pixel of the left half with its mirror image. */
    @GpuKernel
    static void mirror(int[] image, int width, int height) {
        int x = Grid.x();
        int y = Grid.y();
        if (x < width / 2 && y < height) {
            int left = y * width + x;
            int right = y * width + (width - 1 - x);
            int kept = image[left];
            image[left] = image[right];
            image[right] = kept;
        }
    }

    @GpuKernel
    static void rotate(byte[] in, int width, int height, double angle, byte[] out) {
        double c = StrictMath.cos(angle);
        double s = StrictMath.sin(angle);
        for (int i = 0; i < out.length; i++) {
            double x = i % width - width / 2.0;
            int row = i / width;
            double y = row - height / 2.0;
            int sx = (int) Math.rint(c * x + s * y + width / 2.0);
            int sy = (int) Math.rint(c * y - s * x + height / 2.0);
            out[i] = sx < 0 || sy < 0 || sx >= width || sy >= height ? 0 : in[sy * width + sx];
        }
    }

    /** Whether a pixel is brighter than the mean of its neighbourhood. */
    @GpuKernel
    static void adaptiveThreshold(byte[] in, Size size, int radius, boolean[] out) {
        for (int i = 0; i < out.length; i++) {
            int sum = 0;
            int count = 0;
            for (int dy = -radius; dy <= radius; dy++) {
                for (int dx = -radius; dx <= radius; dx++) {
                    int x = i % size.width() + dx;
                    int y = i / size.width() + dy;
                    if (size.contains(x, y)) {
                        sum += Byte.toUnsignedInt(in[y * size.width() + x]);
                        count++;
                    }
                }
            }
            out[i] = Byte.toUnsignedInt(in[i]) * count > sum;
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.grid(
                "scaleBilinear",
                17,
                13,
                () -> List.of(floats(9 * 8, 1, 0, 1), new Size(9, 8), new float[17 * 13], new Size(17, 13)));
        kernels.loop(
                "convolve3x3",
                () -> List.of(floats(12 * 15, 2, 0, 1), floats(9, 3, -1, 1), 12, 15, new float[12 * 15]));
        kernels.grid("sobel", 16, 12, () -> List.of(bytes(16 * 12, 4), 16, 12, new byte[16 * 12]));
        kernels.grid("median3x3", 14, 11, () -> List.of(bytes(14 * 11, 5), new Size(14, 11), new byte[14 * 11]));
        kernels.grid("integralRows", 14, () -> List.of(Seeded.ints(14 * 20, 6, 0, 256), 20));
        kernels.grid("mirror", 15, 10, () -> List.of(Seeded.ints(150, 7), 15, 10));
        kernels.loop("rotate", () -> List.of(bytes(16 * 14, 8), 16, 14, 0.5, new byte[16 * 14]));
        kernels.loop("adaptiveThreshold", () -> List.of(bytes(15 * 13, 9), new Size(15, 13), 2, new boolean[15 * 13]));
    }
}
