package com.acme;

import dev.gpukernel.array.Vectorize;

final class Ops {
    @Vectorize(signature = "(n),(n)")
    static float dot(float[] x, float[] y) {
        return x[0] * y[0];
    }

    @Vectorize(signature = "(n)->(m)")
    static void unknown(float[] x, float[] result) {
        result[0] = x[0];
    }

    @Vectorize(signature = "(n)->(n)")
    static float returned(float[] x) {
        return x[0];
    }

    @Vectorize(signature = "(n)->()")
    static void filled(float[] x, float[] result) {
        result[0] = x[0];
    }

    @Vectorize(signature = "(n),()->()")
    static float notANumber(float[] x, float[] y) {
        return x[0] * y[0];
    }

    @Vectorize(signature = "(n)->()")
    static float twoRows(float[] x, float[] y) {
        return x[0] * y[0];
    }
}
