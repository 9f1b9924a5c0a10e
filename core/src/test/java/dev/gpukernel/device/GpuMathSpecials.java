package dev.gpukernel.device;

/** Floats at which something changes: the ends of ranges, of domains and of reductions, whole and half numbers. */
final class GpuMathSpecials {
    private static final float[] POSITIVE = {
        0,
        Float.MIN_VALUE,
        Float.MIN_NORMAL,
        0x1p-29f,
        0x1p-12f,
        (float) StrictMath.log(2) / 2,
        (float) StrictMath.tan(Math.PI / 8),
        0.5f,
        (float) StrictMath.sqrt(0.5),
        (float) (Math.PI / 4),
        1,
        (float) StrictMath.sqrt(2),
        1.5f,
        (float) (Math.PI / 2),
        2,
        (float) StrictMath.tan(3 * Math.PI / 8),
        2.5f,
        3,
        (float) Math.PI,
        10.05f,
        88.7f,
        104,
        127.5f,
        150,
        0x1p20f,
        0x1p23f,
        0x1p24f - 1,
        0x1p24f,
        0x1p31f,
        0x1p63f,
        0x1p99f,
        Float.MAX_VALUE,
        Float.POSITIVE_INFINITY,
        Float.NaN
    };

    private GpuMathSpecials() {}

    /** {@return the numbers, and their negatives} */
    static float[] arguments() {
        float[] both = new float[2 * POSITIVE.length];
        for (int i = 0; i < POSITIVE.length; i++) {
            both[2 * i] = POSITIVE[i];
            both[2 * i + 1] = -POSITIVE[i];
        }
        return both;
    }
}
