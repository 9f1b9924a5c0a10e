package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Simulations {
    record Vector(float x, float y, float z) {}

    record Body(Vector at, float mass, int id) {}

    /**
     * Moves all bodies.
     *
     * @param bodies where they are
     * @param moved where they will be
     */
    @GpuKernel
    static void move(Body[] bodies, Body[] moved, float[] x) {
        for (int i = 0; i < bodies.length; i++) {
            Vector at = bodies[i].at();
            moved[i] = new Body(new Vector(at.x() + x[i], at.y(), at.z()), bodies[i].mass(), bodies[i].id());
        }
    }

    @GpuKernel
    static Body[] moved(Body[] bodies, float by) {
        Body[] moved = new Body[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            Vector at = bodies[i].at();
            moved[i] = new Body(new Vector(at.x() + by, at.y(), at.z()), bodies[i].mass(), bodies[i].id());
        }
        return moved;
    }

    @GpuKernel
    static void reset(Vector by, Vector... all) {
        int i = Grid.x();
        if (i < all.length) {
            all[i] = by;
        }
    }

    /** On a device it has one launcher with the other. */
    @GpuKernel
    static float sum(Vector[] all) {
        float sum = 0;
        for (Vector one : all) {
            sum += one.x();
        }
        return sum;
    }

    @GpuKernel
    static float sum(Body[] all) {
        float sum = 0;
        for (Body one : all) {
            sum += one.at().x();
        }
        return sum;
    }
}
