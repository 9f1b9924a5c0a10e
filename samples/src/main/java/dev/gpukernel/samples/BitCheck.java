package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a kernel computed with plain Java, by bits and without a second array. All NaNs are one value, as in Java,
 * which does not say which bits an operation gives them.
 */
final class BitCheck {
    private long elements;
    private @Nullable String difference;

    /** Compares an array, which is called by its name if an element is wrong. */
    BitCheck floats(String array, float[] actual, FloatAt expected) {
        return compare(array, actual.length, i -> difference(actual[i], expected.at(i)));
    }

    /** Compares a component of an array, which is called by its name if an element is wrong. */
    BitCheck floats(String component, int length, FloatAt actual, FloatAt expected) {
        return compare(component, length, i -> difference(actual.at(i), expected.at(i)));
    }

    /** Compares an array, which is called by its name if an element is wrong. */
    BitCheck doubles(String array, double[] actual, IntToDoubleFunction expected) {
        return compare(array, actual.length, i -> difference(actual[i], expected.applyAsDouble(i)));
    }

    /** Compares an array, which is called by its name if an element is wrong. */
    BitCheck ints(String array, int[] actual, IntUnaryOperator expected) {
        return compare(array, actual.length, i -> difference(actual[i], expected.applyAsInt(i)));
    }

    /** {@return whether every element is what plain Java gives, else the first that is not} */
    Verdict verdict() {
        if (difference != null) {
            return Verdict.failed(difference);
        }
        return Verdict.ok(
                "%d elements on %s equal plain Java's bit for bit".formatted(elements, Report.nameOf(Gpu.current())));
    }

    private BitCheck compare(String array, int length, IntFunction<@Nullable String> differenceAt) {
        for (int i = 0; i < length && difference == null; i++) {
            String found = differenceAt.apply(i);
            if (found != null) {
                difference = array + "[" + i + "] is " + found;
            }
        }
        elements += length;
        return this;
    }

    private static @Nullable String difference(float actual, float right) {
        int bits = Float.floatToIntBits(actual);
        int rightBits = Float.floatToIntBits(right);
        return bits == rightBits
                ? null
                : "%s (bits %08x), but plain Java gives %s (bits %08x)".formatted(actual, bits, right, rightBits);
    }

    private static @Nullable String difference(double actual, double right) {
        long bits = Double.doubleToLongBits(actual);
        long rightBits = Double.doubleToLongBits(right);
        return bits == rightBits
                ? null
                : "%s (bits %016x), but plain Java gives %s (bits %016x)".formatted(actual, bits, right, rightBits);
    }

    private static @Nullable String difference(int actual, int right) {
        return actual == right ? null : actual + ", but plain Java gives " + right;
    }

    /** Gives an element. */
    @FunctionalInterface
    interface FloatAt {
        /** {@return its value} */
        float at(int index);
    }
}
