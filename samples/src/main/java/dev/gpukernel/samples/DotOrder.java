package dev.gpukernel.samples;

import java.util.Arrays;

/**
 * The inner product of two vectors in plain Java, added in the order in which a kernel's sum is: by chunks, in each of them by
 * lanes that take every 256th element, then lanes in pairs; and the sums of the chunks in the same way.
 */
public final class DotOrder {
    private static final int LANES = 256;
    private static final int STEPS = 64;
    private static final int CHUNK = STEPS * LANES;

    private DotOrder() {}

    public static float dot(float[] x, float[] y) {
        if (x.length == 0) {
            return 0;
        }
        float[] sums = new float[Math.ceilDiv(x.length, CHUNK)];
        for (int chunk = 0; chunk < sums.length; chunk++) {
            int from = chunk * CHUNK;
            int count = Math.min(CHUNK, x.length - from);
            float[] lanes = lanes();
            for (int k = 0; k < count; k++) {
                lanes[k % LANES] += x[from + k] * y[from + k];
            }
            sums[chunk] = pairs(lanes);
        }
        return 0 + sum(sums);
    }

    /** {@return how often a product is rounded at most: itself, in a lane and its pairs on each level, and last when 0 is added} */
    static int roundings(int length) {
        int levels = 1;
        for (int sums = Math.ceilDiv(length, CHUNK); sums > 1; sums = Math.ceilDiv(sums, CHUNK)) {
            levels++;
        }
        return 1 + levels * (STEPS + Integer.numberOfTrailingZeros(LANES)) + 1;
    }

    private static float sum(float[] values) {
        if (values.length == 1) {
            return values[0];
        }
        float[] sums = new float[Math.ceilDiv(values.length, CHUNK)];
        for (int chunk = 0; chunk < sums.length; chunk++) {
            int from = chunk * CHUNK;
            int count = Math.min(CHUNK, values.length - from);
            float[] lanes = lanes();
            for (int k = 0; k < count; k++) {
                lanes[k % LANES] += values[from + k];
            }
            sums[chunk] = pairs(lanes);
        }
        return sum(sums);
    }

    /** {@return what lanes begin with: the sum of -0 and any number is that number} */
    private static float[] lanes() {
        float[] lanes = new float[LANES];
        Arrays.fill(lanes, -0f);
        return lanes;
    }

    private static float pairs(float[] lanes) {
        for (int distance = LANES / 2; distance > 0; distance /= 2) {
            for (int lane = 0; lane < distance; lane++) {
                lanes[lane] += lanes[lane + distance];
            }
        }
        return lanes[0];
    }
}
