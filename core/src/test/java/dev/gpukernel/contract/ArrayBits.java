package dev.gpukernel.contract;

import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.Random;

/** Arrays of primitives of any type, seen as bytes. */
final class ArrayBits {
    private ArrayBits() {}

    /** {@return an array of any bits, signalling NaNs among them} */
    static Object random(ElementType element, int length, long seed) {
        Object array = zeros(element, length);
        byte[] bytes = new byte[length * element.bytes()];
        new Random(seed).nextBytes(bytes);
        if (array instanceof boolean[] flags) {
            for (int i = 0; i < length; i++) {
                flags[i] = (bytes[i] & 1) != 0;
            }
        } else {
            segment(array).copyFrom(MemorySegment.ofArray(bytes));
        }
        return array;
    }

    static Object zeros(ElementType element, int length) {
        return Array.newInstance(element.arrayClass().componentType(), length);
    }

    static byte[] bytes(Object array) {
        if (array instanceof boolean[] flags) {
            byte[] bytes = new byte[flags.length];
            for (int i = 0; i < flags.length; i++) {
                bytes[i] = (byte) (flags[i] ? 1 : 0);
            }
            return bytes;
        }
        return segment(array).toArray(ValueLayout.JAVA_BYTE);
    }

    private static MemorySegment segment(Object array) {
        return switch (array) {
            case byte[] a -> MemorySegment.ofArray(a);
            case char[] a -> MemorySegment.ofArray(a);
            case short[] a -> MemorySegment.ofArray(a);
            case int[] a -> MemorySegment.ofArray(a);
            case long[] a -> MemorySegment.ofArray(a);
            case float[] a -> MemorySegment.ofArray(a);
            case double[] a -> MemorySegment.ofArray(a);
            default -> throw new IllegalArgumentException(array.getClass().getTypeName());
        };
    }
}
