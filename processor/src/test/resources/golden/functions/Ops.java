package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import dev.gpukernel.function.FloatBinaryOperator;
import dev.gpukernel.function.FloatOperator;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;

final class Ops<T> {
    record Body(double x, double mass) {}

    private record Hidden(double x) {}

    interface Force<B, R> {
        R on(B body);
    }

    FloatOperator scale;

    /**
     * Applies a function.
     *
     * @param f the function
     * @param x is changed
     */
    @GpuKernel
    static void apply(FloatOperator f, float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = f.apply(x[i]);
        }
    }

    @GpuKernel
    static void zip(FloatBinaryOperator f, float[] x, float[] y) {
        int i = Grid.x();
        if (i < x.length) {
            y[i] = f.apply(x[i], y[i]);
        }
    }

    @GpuKernel
    static double integral(DoubleUnaryOperator f, int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += f.applyAsDouble((i + 0.5) / n);
        }
        return sum / n;
    }

    @GpuKernel
    static void mark(Comparator<? super Body> order, Body[] bodies, boolean[] less) {
        for (int i = 0; i + 1 < bodies.length; i++) {
            less[i] = order.compare(bodies[i], bodies[i + 1]) < 0;
        }
    }

    @GpuKernel
    static void move(Force<Body, Body> force, Function<Body, float[]> unused, Body[] bodies) {
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = force.on(bodies[i]);
        }
    }

    @GpuKernel
    static void wild(
            Force<List<Map.Entry<int[][], ?>>, ? extends Body> force, Force<Hidden, Body> hidden, double[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = force == null || hidden == null ? 0 : 1;
        }
    }

    @GpuKernel
    void scaled(Function<T, Body> unused, float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = scale.apply(x[i]);
        }
    }
}
