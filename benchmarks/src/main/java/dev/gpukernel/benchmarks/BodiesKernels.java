package dev.gpukernel.benchmarks;

import dev.gpukernel.GpuKernel;

/** One step of bodies that move to where all others attract them, over an array of records and over arrays of their components. */
final class BodiesKernels {
    private static final float SOFTENING = 1e-3f;

    private BodiesKernels() {}

    @GpuKernel
    static void stepOfRecords(float seconds, Body[] bodies, Body[] next) {
        for (int i = 0; i < bodies.length; i++) {
            Body own = bodies[i];
            float ax = 0;
            float ay = 0;
            float az = 0;
            for (Body other : bodies) {
                float dx = other.x() - own.x();
                float dy = other.y() - own.y();
                float dz = other.z() - own.z();
                float pull = other.mass() * inverseCube(dx * dx + dy * dy + dz * dz + SOFTENING);
                ax += pull * dx;
                ay += pull * dy;
                az += pull * dz;
            }
            next[i] = new Body(own.x() + seconds * ax, own.y() + seconds * ay, own.z() + seconds * az, own.mass());
        }
    }

    @GpuKernel
    static void stepOfArrays(
            float seconds,
            float[] x,
            float[] y,
            float[] z,
            float[] mass,
            float[] nextX,
            float[] nextY,
            float[] nextZ,
            float[] nextMass) {
        for (int i = 0; i < x.length; i++) {
            float ax = 0;
            float ay = 0;
            float az = 0;
            for (int k = 0; k < x.length; k++) {
                float dx = x[k] - x[i];
                float dy = y[k] - y[i];
                float dz = z[k] - z[i];
                float pull = mass[k] * inverseCube(dx * dx + dy * dy + dz * dz + SOFTENING);
                ax += pull * dx;
                ay += pull * dy;
                az += pull * dz;
            }
            nextX[i] = x[i] + seconds * ax;
            nextY[i] = y[i] + seconds * ay;
            nextZ[i] = z[i] + seconds * az;
            nextMass[i] = mass[i];
        }
    }

    private static float inverseCube(float squaredDistance) {
        float inverse = 1 / (float) Math.sqrt(squaredDistance);
        return inverse * inverse * inverse;
    }
}
