package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;

/** How fast points of the plane escape when they are squared and moved again and again. */
public final class MandelbrotKernels {
    private static final double CENTRE = -0.75;

    private MandelbrotKernels() {}

    @GpuKernel
    public static void escape(int width, int height, double pixelSide, int limit, int[] steps) {
        for (int pixel = 0; pixel < steps.length; pixel++) {
            int column = pixel % width;
            int row = pixel / width;
            double re = CENTRE + (column - 0.5 * width) * pixelSide;
            double im = (0.5 * height - row) * pixelSide;
            steps[pixel] = stepsOf(new Complex(re, im), limit);
        }
    }

    /** {@return after how many steps a point is farther than 2 from zero, or the limit} */
    static int stepsOf(Complex point, int limit) {
        Complex z = new Complex(0, 0);
        int steps = 0;
        while (steps < limit && z.lengthSquared() <= 4) {
            z = z.squared().plus(point);
            steps++;
        }
        return steps;
    }

    /**
     * A complex number.
     *
     * @param re its real part
     * @param im its imaginary part
     */
    record Complex(double re, double im) {
        Complex plus(Complex other) {
            return new Complex(re + other.re, im + other.im);
        }

        Complex squared() {
            return new Complex(re * re - im * im, 2 * re * im);
        }

        double lengthSquared() {
            return re * re + im * im;
        }
    }
}
