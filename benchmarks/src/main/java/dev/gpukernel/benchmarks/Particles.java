package dev.gpukernel.benchmarks;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.function.FloatOperator;

/** Particles that move, as a class with a kernel, and the same with arrays and numbers; functions that are passed, and their bodies. */
final class Particles {
    final float[] places;
    final float[] speeds;
    private final float damping;

    Particles(int count) {
        places = new float[count];
        speeds = new float[count];
        damping = 0.99f;
        for (int i = 0; i < count; i++) {
            speeds[i] = i % 7 - 3;
        }
    }

    @GpuKernel
    void move(float dt) {
        for (int i = 0; i < places.length; i++) {
            places[i] += speeds[i] * dt;
            speeds[i] *= damping;
        }
    }

    @GpuKernel
    static void moveAll(float[] places, float[] speeds, float damping, float dt) {
        for (int i = 0; i < places.length; i++) {
            places[i] += speeds[i] * dt;
            speeds[i] *= damping;
        }
    }

    static FloatOperator looked(float[] table, float factor) {
        return v -> v * factor + table[(int) v & 3];
    }

    static FloatOperator scaled(float factor) {
        return v -> v * factor + 1;
    }

    @GpuKernel
    static void apply(FloatOperator f, float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = f.apply(x[i]);
        }
    }

    @GpuKernel
    static void applyBody(float[] table, float factor, float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = x[i] * factor + table[(int) x[i] & 3];
        }
    }

    @GpuKernel
    static void scale(float factor, float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = x[i] * factor + 1;
        }
    }

    /** A complex number that changes. */
    private static final class Complex {
        private double re;
        private double im;

        Complex(double re, double im) {
            this.re = re;
            this.im = im;
        }

        void squareAndAdd(Complex other) {
            double real = re * re - im * im + other.re;
            im = 2 * re * im + other.im;
            re = real;
        }

        double norm() {
            return re * re + im * im;
        }
    }

    @GpuKernel
    static void escapeOfObjects(int width, int limit, int[] counts) {
        for (int i = 0; i < counts.length; i++) {
            int row = i / width;
            Complex place = new Complex(i % width * 3.0 / width - 2, row * 3.0 / width - 1.5);
            Complex z = new Complex(0, 0);
            int count = 0;
            while (count < limit && z.norm() < 4) {
                z.squareAndAdd(place);
                count++;
            }
            counts[i] = count;
        }
    }

    @GpuKernel
    static void escapeOfNumbers(int width, int limit, int[] counts) {
        for (int i = 0; i < counts.length; i++) {
            double placeRe = i % width * 3.0 / width - 2;
            int row = i / width;
            double placeIm = row * 3.0 / width - 1.5;
            double re = 0;
            double im = 0;
            int count = 0;
            while (count < limit && re * re + im * im < 4) {
                double real = re * re - im * im + placeRe;
                im = 2 * re * im + placeIm;
                re = real;
                count++;
            }
            counts[i] = count;
        }
    }
}
