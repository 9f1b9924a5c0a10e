package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

/** Moves particles. */
public class Simulation<T extends Comparable<T>> {
    private final float[] x;
    private final float[] v;
    private T name;

    public Simulation(float[] x, float[] v, T name) {
        this.x = x;
        this.v = v;
        this.name = name;
    }

    /**
     * Moves each particle.
     *
     * @param dt seconds
     */
    @GpuKernel
    public void step(float dt) {
        for (int i = 0; i < x.length; i++) {
            x[i] += moved(i, dt);
        }
    }

    float moved(int i, float dt) {
        return v[i] * dt;
    }

    @GpuKernel
    private void copyTo(float[] simulation) {
        for (int i = 0; i < x.length; i++) {
            simulation[i] = x[i];
        }
    }

    @GpuKernel
    double energy() {
        double sum = 0;
        for (int i = 0; i < v.length; i++) {
            sum += v[i] * v[i];
        }
        return sum;
    }

    @GpuKernel
    void stepGrid() {
        int i = thread();
        if (i < x.length) {
            x[i] += v[i];
        }
    }

    private int thread() {
        return Grid.x();
    }

    @GpuKernel
    static void mix(Simulation<String> from, Simulation<?> to, Part part) {
        for (int i = 0; i < from.x.length; i++) {
            to.x[i] += part.weight * from.x[i];
        }
    }

    static final class Part {
        float weight;

        @GpuKernel
        void scale(float[] class_) {
            for (int i = 0; i < class_.length; i++) {
                class_[i] *= this.weight;
            }
        }
    }
}
