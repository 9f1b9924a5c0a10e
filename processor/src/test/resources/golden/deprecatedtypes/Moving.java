package com.acme;

import dev.gpukernel.GpuKernel;

/** The author of a kernel is warned of what it takes, the generated class is not. */
final class Moving {
    @Deprecated
    record Offset(float x) {}

    private Moving() {}

    @GpuKernel
    static void move(Offset offset, float[] xs) {
        for (int i = 0; i < xs.length; i++) {
            xs[i] += offset.x();
        }
    }
}
