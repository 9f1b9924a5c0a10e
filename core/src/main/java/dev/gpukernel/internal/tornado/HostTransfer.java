package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.backend.HeapMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Copies between Java arrays and the elements of TornadoVM's. */
final class HostTransfer {
    private HostTransfer() {}

    /** Copies a whole array to where TornadoVM takes it from. */
    static void in(HeapMemory from, MemorySegment to) {
        if (from.array() instanceof boolean[] booleans) {
            for (int i = 0; i < booleans.length; i++) {
                to.set(ValueLayout.JAVA_BYTE, i, (byte) (booleans[i] ? 1 : 0));
            }
            return;
        }
        MemorySegment elements = elements(from.array());
        MemorySegment.copy(elements, 0, to, 0, elements.byteSize());
    }

    /** Copies a whole array from where TornadoVM put it. */
    static void out(MemorySegment from, HeapMemory to) {
        if (to.array() instanceof boolean[] booleans) {
            for (int i = 0; i < booleans.length; i++) {
                booleans[i] = from.get(ValueLayout.JAVA_BYTE, i) != 0;
            }
            return;
        }
        MemorySegment elements = elements(to.array());
        MemorySegment.copy(from, 0, elements, 0, elements.byteSize());
    }

    private static MemorySegment elements(Object array) {
        return switch (array) {
            case byte[] bytes -> MemorySegment.ofArray(bytes);
            case char[] chars -> MemorySegment.ofArray(chars);
            case short[] shorts -> MemorySegment.ofArray(shorts);
            case int[] ints -> MemorySegment.ofArray(ints);
            case long[] longs -> MemorySegment.ofArray(longs);
            case float[] floats -> MemorySegment.ofArray(floats);
            case double[] doubles -> MemorySegment.ofArray(doubles);
            default -> throw new IllegalArgumentException(array.getClass().getTypeName());
        };
    }
}
