package com.acme;

import dev.gpukernel.array.Vectorize;

final class Ops {
    @Vectorize
    static float length(float[] x) {
        return x.length;
    }

    @Vectorize(signature = "(n)->()")
    static Object first(float[] x) {
        return x[0];
    }
}
