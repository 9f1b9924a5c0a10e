package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

final class Ops {
    static final Random SHARED = new Random(7);

    @GpuKernel
    static void unseeded(double[] a) {
        a[Grid.x()] = Math.random();
        a[Grid.x()] = ThreadLocalRandom.current().nextDouble();
        a[Grid.x()] = new Random().nextDouble();
        a[Grid.x()] = SHARED.nextDouble();
    }
}
