package com.acme;

import static org.objectweb.asm.Type.getArgumentCount;

import dev.gpukernel.GpuKernel;

final class Far {
    /** Calls a library whose source is not at hand. */
    @GpuKernel
    static void wrap(int[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = getArgumentCount("(IJ)V");
        }
    }
}
