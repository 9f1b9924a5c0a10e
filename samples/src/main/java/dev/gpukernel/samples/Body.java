package dev.gpukernel.samples;

import java.util.SplittableRandom;

/**
 * A body.
 *
 * @param mass its mass
 * @param x where it is
 * @param y where it is
 * @param z where it is
 * @param vx its velocity
 * @param vy its velocity
 * @param vz its velocity
 */
public record Body(float mass, float x, float y, float z, float vx, float vy, float vz) {
    /** About as many bytes does one take in an array, with the reference to it. */
    static final int BYTES = 48;

    /** {@return bodies at rest in a cube, whose masses are 1 together at most} */
    public static Body[] random(SplittableRandom random, int size) {
        Body[] bodies = new Body[size];
        for (int i = 0; i < size; i++) {
            bodies[i] = new Body(
                    random.nextFloat() / size, random.nextFloat(), random.nextFloat(), random.nextFloat(), 0, 0, 0);
        }
        return bodies;
    }

    /** {@return the body after some time: faster by an acceleration, and then moved by its velocity} */
    Body after(float seconds, float ax, float ay, float az) {
        float newVx = vx + seconds * ax;
        float newVy = vy + seconds * ay;
        float newVz = vz + seconds * az;
        return new Body(mass, x + seconds * newVx, y + seconds * newVy, z + seconds * newVz, newVx, newVy, newVz);
    }
}
