package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;

/** A factor that depends on the range that an element is in. */
public final class PiecewiseScaleKernels {
    private PiecewiseScaleKernels() {}

    @GpuKernel
    public static void scale(float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = scaled(x[i]);
        }
    }

    /** Doubles what is small, keeps what is larger, halves the rest and cuts off what is far away. */
    static float scaled(float value) {
        return switch (range(value)) {
            case 0 -> 2 * value;
            case 1 -> value;
            case 2 -> value < 0 ? 0.5f * value - 0.25f : 0.5f * value + 0.25f;
            case 3 -> value < 0 ? -0.7f : 0.7f;
            default -> 0;
        };
    }

    /** {@return how far a value is from zero, in steps; 4 for NaN} */
    private static int range(float value) {
        float distance = value < 0 ? -value : value;
        if (distance < 0.25f) {
            return 0;
        }
        if (distance < 0.5f) {
            return 1;
        }
        if (distance < 0.9f) {
            return 2;
        }
        return distance >= 0.9f ? 3 : 4;
    }
}
