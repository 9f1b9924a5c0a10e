package com.acme;

import com.acme.shapes.Shapes;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops extends Shapes {
    private record Point(float x, float y) {}

    private static final class Outer {
        static final class TooFar extends Exception {
            private static final long serialVersionUID = 1;
        }
    }

    @GpuKernel
    static void ofPrivateType(
            float[] a,
            Point point) {
        a[Grid.x()] = point.x() + point.y();
    }

    @GpuKernel
    static void inPrivateType(float[] a) throws Outer.TooFar {
        a[Grid.x()] = 1;
    }

    @GpuKernel
    static void inherited(Circle circle, float[] a) {
        a[Grid.x()] = circle.radius();
    }

    @GpuKernel
    static void ofArrayOfPrivateType(
            Point[] points) {
        points[Grid.x()] = points[0];
    }
}
