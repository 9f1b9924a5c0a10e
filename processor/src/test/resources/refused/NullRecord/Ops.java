package com.acme;

import dev.gpukernel.GpuKernel;

final class Ops {
    private Ops() {}

    record Point(int x, int y) {}

    @GpuKernel
    static int first(int[] x) {
        Point[] points = new Point[x.length];
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                points[n++] = new Point(i, x[i]);
            }
        }
        return points[0].x();
    }
}
