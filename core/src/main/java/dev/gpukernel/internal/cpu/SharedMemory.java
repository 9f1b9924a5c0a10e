package dev.gpukernel.internal.cpu;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.jvm.BlockFrame;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The shared memory of a block. Used by one thread at a time. */
final class SharedMemory implements BlockFrame.DynamicMemory {
    private final Map<CallPath, Object> arrays = new HashMap<>();
    private final List<Slice> slices = new ArrayList<>();
    private final int dynamicBytes;

    /**
     * Makes the memory of a block.
     *
     * @param dynamicBytes bytes of it whose size the launch says
     */
    SharedMemory(int dynamicBytes) {
        this.dynamicBytes = dynamicBytes;
    }

    /** A part of the dynamic memory, from one byte to before another. */
    private record Slice(Class<?> type, int from, int length, Object array) {
        int bytes() {
            return switch (type.getName()) {
                case "byte" -> Byte.BYTES;
                case "int", "float" -> Integer.BYTES;
                default -> Long.BYTES;
            };
        }

        boolean is(Class<?> otherType, int otherFrom, int otherLength) {
            return type == otherType && from == otherFrom && length == otherLength;
        }

        boolean overlaps(Slice other) {
            return length > 0
                    && other.length > 0
                    && from < other.from + other.length * other.bytes()
                    && other.from < from + length * bytes();
        }

        @Override
        public String toString() {
            return "%s[%s] at byte %s".formatted(type.getName(), length, from);
        }
    }

    int dynamicBytes() {
        return dynamicBytes;
    }

    Object array(CallPath place, Class<?> type, int... sizes) {
        return arrays.computeIfAbsent(place, _ -> Array.newInstance(type, sizes));
    }

    @Override
    public Object slice(Class<?> type, int from, int length) {
        for (Slice slice : slices) {
            if (slice.is(type, from, length)) {
                return slice.array;
            }
        }
        Slice made = new Slice(type, from, length, Array.newInstance(type, length));
        for (Slice slice : slices) {
            if (slice.overlaps(made)) {
                throw new GpuException(Message.SHARED_OVERLAP, slice, made);
            }
        }
        slices.add(made);
        return made.array;
    }
}
