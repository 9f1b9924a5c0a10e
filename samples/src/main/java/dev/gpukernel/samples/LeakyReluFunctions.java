package dev.gpukernel.samples;

import dev.gpukernel.array.Vectorize;

/** The same for one number, of which a function of arrays is generated. */
final class LeakyReluFunctions {
    private LeakyReluFunctions() {}

    @Vectorize
    static float leakyRelu(float x, float alpha) {
        return x < 0 ? alpha * x : x;
    }
}
