package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;

/** Bodies that attract each other. */
public final class NBodyKernels {
    /** Added to squared distances, so that bodies that meet are not flung away. */
    private static final float SOFTENING = 1e-3f;

    private NBodyKernels() {}

    /** Changes the velocities by what all bodies attract each with, then the positions. The constant of gravitation is 1. */
    @GpuKernel
    public static void step(float seconds, Body[] bodies, Body[] next) {
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
            next[i] = own.after(seconds, ax, ay, az);
        }
    }

    private static float inverseCube(float squaredDistance) {
        float inverse = 1 / (float) Math.sqrt(squaredDistance);
        return inverse * inverse * inverse;
    }
}
