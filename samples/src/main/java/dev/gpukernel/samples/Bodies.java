package dev.gpukernel.samples;

import java.util.SplittableRandom;

/** Bodies in plain arrays, one element for each: masses, positions and velocities. */
final class Bodies {
    static final int ARRAYS = 7;

    final float[] mass;
    final float[] x;
    final float[] y;
    final float[] z;
    final float[] vx;
    final float[] vy;
    final float[] vz;

    /** Takes bodies at rest. */
    Bodies(float[] mass, float[] x, float[] y, float[] z) {
        this.mass = mass;
        this.x = x;
        this.y = y;
        this.z = z;
        vx = new float[mass.length];
        vy = new float[mass.length];
        vz = new float[mass.length];
    }

    /** {@return bodies at rest in a cube, whose masses are 1 together at most} */
    static Bodies random(SplittableRandom random, int size) {
        float[] mass = new float[size];
        for (int i = 0; i < size; i++) {
            mass[i] = random.nextFloat() / size;
        }
        return new Bodies(
                mass,
                InputOptions.floats(random, size),
                InputOptions.floats(random, size),
                InputOptions.floats(random, size));
    }

    /** Moves the bodies one step on by plain Java. */
    void step(float seconds) {
        NBodyKernels.accelerate(seconds, mass, x, y, z, vx, vy, vz);
        NBodyKernels.move(seconds, x, y, z, vx, vy, vz);
    }
}
