package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;

/** Bodies that attract each other. A step changes first the velocities, then the positions. */
final class NBodyKernels {
    /** Added to squared distances, so that bodies that meet are not flung away. */
    private static final float SOFTENING = 1e-3f;

    private NBodyKernels() {}

    /** Changes the velocities by what all bodies attract each with. The constant of gravitation is 1. */
    @GpuKernel
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
                float pull = mass[j] * inverseCube(dx * dx + dy * dy + dz * dz + SOFTENING);
                ax += pull * dx;
                ay += pull * dy;
                az += pull * dz;
            }
            vx[i] += seconds * ax;
            vy[i] += seconds * ay;
            vz[i] += seconds * az;
        }
    }

    /** Moves the bodies by their velocities. */
    @GpuKernel
    static void move(float seconds, float[] x, float[] y, float[] z, float[] vx, float[] vy, float[] vz) {
        for (int i = 0; i < x.length; i++) {
            x[i] += seconds * vx[i];
            y[i] += seconds * vy[i];
            z[i] += seconds * vz[i];
        }
    }

    private static float inverseCube(float squaredDistance) {
        float inverse = 1 / (float) Math.sqrt(squaredDistance);
        return inverse * inverse * inverse;
    }
}
