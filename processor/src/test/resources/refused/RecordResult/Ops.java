package com.acme;

import dev.gpukernel.GpuKernel;

final class Ops {
    record Size(int length) {
        Size {
            length = length + 1;
        }
    }

    @GpuKernel
    static Size sized(float[] a) {
        for (int i = 0; i < a.length; i++) {
            a[i] = 1;
        }
        return new Size(a.length);
    }
}
