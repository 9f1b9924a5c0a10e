package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Copies of arrays, to make them again what they were. */
final class ArraySnapshot {
    private final IdentityHashMap<Object, Object> copies;

    private ArraySnapshot(IdentityHashMap<Object, Object> copies) {
        this.copies = copies;
    }

    /** {@return bytes that copies of arrays take, more than there can be if one is large} */
    static long bytes(List<Object> arrays) {
        long bytes = 0;
        for (Object array : arrays) {
            if (array instanceof MemorySegment) {
                return Long.MAX_VALUE;
            }
            ElementType element = Objects.requireNonNull(ElementType.ofArray(array.getClass()));
            bytes += (long) Array.getLength(array) * element.bytes();
        }
        return bytes;
    }

    /** {@return copies of arrays, {@code null} if there is no room for them; large ones are not copied} */
    static @Nullable ArraySnapshot of(List<Object> arrays) {
        if (arrays.stream().anyMatch(MemorySegment.class::isInstance)) {
            return null;
        }
        try {
            IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();
            for (Object array : arrays) {
                copies.computeIfAbsent(array, FaultReplay::copy);
            }
            return new ArraySnapshot(copies);
        } catch (OutOfMemoryError _) {
            return null;
        }
    }

    @SuppressWarnings("SuspiciousSystemArraycopy") // of arrays of one type
    void restore() {
        copies.forEach((array, copy) -> System.arraycopy(copy, 0, array, 0, Array.getLength(array)));
    }
}
