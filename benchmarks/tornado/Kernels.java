import dev.gpukernel.GpuKernel;
import dev.gpukernel.MathMode;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;

/** What is compared, as GpuKernel has it. */
final class Kernels {
    static final int TILE = 16;

    private static final float SOFTENING = 1e-3f;

    private Kernels() {}

    @GpuKernel
    static void add(float[] a, float[] b, float[] c) {
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] + b[i];
        }
    }

    @GpuKernel
    static void saxpy(float alpha, float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = alpha * x[i] + y[i];
        }
    }

    @GpuKernel
    static void mandelbrot(int width, int height, double side, int limit, int[] steps) {
        for (int pixel = 0; pixel < steps.length; pixel++) {
            double re = -0.75 + (pixel % width - 0.5 * width) * side;
            double im = (0.5 * height - pixel / width) * side;
            double x = 0;
            double y = 0;
            int count = 0;
            while (count < limit && x * x + y * y <= 4) {
                double next = x * x - y * y + re;
                y = 2 * x * y + im;
                x = next;
                count++;
            }
            steps[pixel] = count;
        }
    }

    /** The same, for backends by which what is written by hand has products and sums fused. */
    @GpuKernel(math = MathMode.FAST)
    static void fusedMandelbrot(int width, int height, double side, int limit, int[] steps) {
        for (int pixel = 0; pixel < steps.length; pixel++) {
            double re = -0.75 + (pixel % width - 0.5 * width) * side;
            double im = (0.5 * height - pixel / width) * side;
            double x = 0;
            double y = 0;
            int count = 0;
            while (count < limit && x * x + y * y <= 4) {
                double next = x * x - y * y + re;
                y = 2 * x * y + im;
                x = next;
                count++;
            }
            steps[pixel] = count;
        }
    }

    /** Fast, since TornadoVM divides floats by an approximation. */
    @GpuKernel(math = MathMode.FAST)
    static void accelerate(
            float seconds, float[] mass, float[] x, float[] y, float[] z, float[] vx, float[] vy, float[] vz) {
        for (int i = 0; i < vx.length; i++) {
            float ax = 0;
            float ay = 0;
            float az = 0;
            for (int j = 0; j < mass.length; j++) {
                float dx = x[j] - x[i];
                float dy = y[j] - y[i];
                float dz = z[j] - z[i];
                float inverse = 1 / (float) Math.sqrt(dx * dx + dy * dy + dz * dz + SOFTENING);
                float pull = mass[j] * inverse * inverse * inverse;
                ax += pull * dx;
                ay += pull * dy;
                az += pull * dz;
            }
            vx[i] += seconds * ax;
            vy[i] += seconds * ay;
            vz[i] += seconds * az;
        }
    }

    @GpuKernel
    static void multiply(float[] a, float[] b, float[] c, int n) {
        float[][] tileA = Shared.floats(TILE, TILE);
        float[][] tileB = Shared.floats(TILE, TILE);
        int tx = ThreadIdx.x();
        int ty = ThreadIdx.y();
        int row = Grid.y();
        int column = Grid.x();
        float sum = 0;
        for (int from = 0; from < n; from += TILE) {
            tileA[ty][tx] = a[row * n + from + tx];
            tileB[ty][tx] = b[(from + ty) * n + column];
            Block.sync();
            for (int k = 0; k < TILE; k++) {
                sum += tileA[ty][k] * tileB[k][tx];
            }
            Block.sync();
        }
        c[row * n + column] = sum;
    }
}
