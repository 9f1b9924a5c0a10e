package dev.gpukernel.corpus;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Pictures of iterated functions. */
final class FractalKernels {
    private static final float ESCAPE = 4f;
    private static final double TOLERANCE = 1e-12;

    private FractalKernels() {}

    @GpuKernel
    static void mandelbrot(int width, int height, int limit, short[] image) {
        int x = Grid.x();
        int y = Grid.y();
        if (x >= width || y >= height) {
            return;
        }
        float cr = -2.2f + 3f * x / width;
        float ci = -1.5f + 3f * y / height;
        float zr = 0;
        float zi = 0;
        short count = 0;
        while (count < limit && zr * zr + zi * zi <= ESCAPE) {
            float next = zr * zr - zi * zi + cr;
            zi = 2 * zr * zi + ci;
            zr = next;
            count++;
        }
        image[y * width + x] = count;
    }

    @GpuKernel
    static void mandelbrotLoop(int width, double scale, int[] image) {
        double step = scale / width;
        for (int i = 0; i < image.length; i++) {
            int row = i / width;
            double cr = (i - row * width) * step - 2;
            double ci = row * step - 1.2;
            double zr = cr;
            double zi = ci;
            int n = 0;
            for (; n < 60; n++) {
                double rr = zr * zr;
                double ii = zi * zi;
                if (rr + ii > 4.0) {
                    break;
                }
                zi = 2.0 * zr * zi + ci;
                zr = rr - ii + cr;
            }
            image[i] = n;
        }
    }

    /** Smoothly coloured: the count with a fraction from the logarithm of the distance. */
    @GpuKernel
    static void julia(int width, double cr, double ci, double[] image) {
        for (int i = 0; i < image.length; i++) {
            double zr = 3.2 * (i % width) / width - 1.6;
            int row = i / width;
            double zi = 3.2 * row / width - 1.6;
            int n = 0;
            double distance = zr * zr + zi * zi;
            while (n < 50 && distance < 256) {
                double next = zr * zr - zi * zi + cr;
                zi = 2 * zr * zi + ci;
                zr = next;
                distance = zr * zr + zi * zi;
                ++n;
            }
            image[i] = distance < 256 ? 0 : n + 1 - StrictMath.log(StrictMath.log(distance) / 2) / 0.6931471805599453;
        }
    }

    @GpuKernel
    static void burningShip(int width, int height, byte[] image) {
        int x = Grid.x();
        int y = Grid.y();
        if (x < width && y < height) {
            double cr = 3.5 * x / width - 2.5;
            double ci = 2.0 * y / height - 1.5;
            double zr = 0;
            double zi = 0;
            int n = 0;
            do {
                double next = zr * zr - zi * zi + cr;
                zi = Math.abs(2 * zr * zi) + ci;
                zr = Math.abs(next);
                n++;
            } while (n < 40 && zr * zr + zi * zi < 4);
            image[y * width + x] = (byte) (n * 6);
        }
    }

    /** Which root of {@code z^3 = 1} Newton's method finds, and in how many steps. */
    @GpuKernel
    static void newton(int width, double[] roots, byte[] found, int[] steps) {
        for (int i = 0; i < found.length; i++) {
            double x = 4.0 * (i % width) / width - 1.97;
            int row = i / width;
            double y = 4.0 * row / width - 2.03;
            int step = 0;
            byte root = -1;
            while (root < 0 && step < 30) {
                double norm = x * x + y * y;
                double tx = 2 * x / 3 + (x * x - y * y) / (3 * norm * norm);
                y = 2 * y / 3 - 2 * x * y / (3 * norm * norm);
                x = tx;
                for (byte k = 0; k < 3; k++) {
                    double dx = x - roots[2 * k];
                    double dy = y - roots[2 * k + 1];
                    if (dx * dx + dy * dy < TOLERANCE) {
                        root = k;
                    }
                }
                step++;
            }
            found[i] = root;
            steps[i] = step;
        }
    }

    /** Whether a point of each cell is in the Sierpinski carpet. */
    @GpuKernel
    static void carpet(int width, int height, boolean[] image) {
        int x = Grid.x();
        int y = Grid.y();
        if (x >= width || y >= height) {
            return;
        }
        boolean filled = true;
        for (int a = x, b = y; a > 0 || b > 0; a /= 3, b /= 3) {
            filled &= a % 3 != 1 || b % 3 != 1;
        }
        image[y * width + x] = filled;
    }

    static void inputs(KernelInputs kernels) {
        kernels.grid("mandelbrot", 18, 13, () -> List.of(18, 13, 60, new short[18 * 13]));
        kernels.loop("mandelbrotLoop", () -> List.of(16, 2.4, new int[16 * 15]));
        kernels.loop("julia", () -> List.of(15, -0.8, 0.156, new double[15 * 15]));
        kernels.grid("burningShip", 17, 11, () -> List.of(17, 11, new byte[17 * 11]));
        double half = StrictMath.sqrt(3) / 2;
        kernels.loop(
                "newton", () -> List.of(12, new double[] {1, 0, -0.5, half, -0.5, -half}, new byte[144], new int[144]));
        kernels.grid("carpet", 20, 15, () -> List.of(20, 15, new boolean[20 * 15]));
    }
}
