package dev.gpukernel.samples;

import dev.gpukernel.Gpu;

/** Compares what a kernel computed with plain Java, by bits and without a second array. */
final class FloatCheck {
    private FloatCheck() {}

    /** {@return whether every element is what plain Java gives, else the first that is not} */
    static Verdict verdict(float[] actual, Expected expected) {
        for (int i = 0; i < actual.length; i++) {
            float right = expected.at(i);
            if (Float.floatToRawIntBits(actual[i]) != Float.floatToRawIntBits(right)) {
                return Verdict.failed(
                        "element %d is %s, but plain Java gives %s".formatted(i, shown(actual[i]), shown(right)));
            }
        }
        return Verdict.ok("%d elements on %s equal plain Java's bit for bit"
                .formatted(actual.length, Report.nameOf(Gpu.current())));
    }

    private static String shown(float value) {
        return "%s (bits %08x)".formatted(value, Float.floatToRawIntBits(value));
    }

    /** What plain Java gives for an element. */
    @FunctionalInterface
    interface Expected {
        /** {@return the right value} */
        float at(int index);
    }
}
