package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static void concatenated(int[] a) {
        a[Grid.x()] = Labels.length(Grid.x());
    }

    @GpuKernel
    static void timed(int[] a) {
        int i = Grid.x();
        a[i] =
                (int) System
                        .nanoTime();
    }

    @GpuKernel
    static void lambda(int[] a) {
        Runnable run = () -> a[0] += a.toString().length();
        run.run();
        a[Grid.x()] = 1;
    }

    @GpuKernel
    static void patterns(int[] a) {
        a[Grid.x()] = new Object() instanceof Integer i ? i : "x".repeat(a[0]).hashCode();
    }
}
