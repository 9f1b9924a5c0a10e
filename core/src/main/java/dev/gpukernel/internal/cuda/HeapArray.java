package dev.gpukernel.internal.cuda;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Elements of the host as bytes, in the machine's byte order. Several threads may copy parts of them. */
public interface HeapArray {
    /** How many bytes it has. */
    long bytes();

    /** {@return the memory beside the Java heap that it is, null if it is none} */
    default @Nullable MemorySegment nativeMemory() {
        return null;
    }

    /** Copies some of its bytes, those of whole elements, to another place. */
    void read(long offset, MemorySegment target, long targetOffset, long count);

    /** Copies bytes, those of whole elements, from another place into it. */
    void write(long offset, MemorySegment source, long sourceOffset, long count);

    /**
     * Takes a range of an array of primitives.
     *
     * @throws GpuException if it is not an array of primitives
     * @throws IndexOutOfBoundsException if the range is not within it
     */
    static HeapArray of(Object array, int from, int elements) {
        int width = width(array);
        Objects.checkFromIndexSize(from, elements, Array.getLength(array));
        return new Range(array, from, elements, width);
    }

    /** {@return all of a memory segment} */
    static HeapArray of(MemorySegment memory) {
        return new Whole(memory);
    }

    private static int width(Object array) {
        return switch (array) {
            case boolean[] _, byte[] _ -> Byte.BYTES;
            case short[] _, char[] _ -> Short.BYTES;
            case int[] _, float[] _ -> Integer.BYTES;
            case long[] _, double[] _ -> Long.BYTES;
            default ->
                throw new GpuException(
                        Message.NOT_PRIMITIVE_ARRAY, array.getClass().getTypeName());
        };
    }

    /** Copies elements of an array of primitives to a place; a boolean is a byte, 0 or 1. */
    static void read(Object array, int from, int count, MemorySegment target, long offset) {
        switch (array) {
            case boolean[] a -> {
                for (int i = 0; i < count; i++) {
                    target.set(ValueLayout.JAVA_BYTE, offset + i, (byte) (a[from + i] ? 1 : 0));
                }
            }
            case byte[] a -> MemorySegment.copy(a, from, target, ValueLayout.JAVA_BYTE, offset, count);
            case short[] a -> MemorySegment.copy(a, from, target, ValueLayout.JAVA_SHORT_UNALIGNED, offset, count);
            case char[] a -> MemorySegment.copy(a, from, target, ValueLayout.JAVA_CHAR_UNALIGNED, offset, count);
            case int[] a -> MemorySegment.copy(a, from, target, ValueLayout.JAVA_INT_UNALIGNED, offset, count);
            case long[] a -> MemorySegment.copy(a, from, target, ValueLayout.JAVA_LONG_UNALIGNED, offset, count);
            case float[] a -> MemorySegment.copy(a, from, target, ValueLayout.JAVA_FLOAT_UNALIGNED, offset, count);
            case double[] a -> MemorySegment.copy(a, from, target, ValueLayout.JAVA_DOUBLE_UNALIGNED, offset, count);
            default -> throw new IllegalStateException("no array of primitives");
        }
    }

    /** Copies elements from a place to an array of primitives. */
    static void write(Object array, int from, int count, MemorySegment source, long offset) {
        switch (array) {
            case boolean[] a -> {
                for (int i = 0; i < count; i++) {
                    a[from + i] = source.get(ValueLayout.JAVA_BYTE, offset + i) != 0;
                }
            }
            case byte[] a -> MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset, a, from, count);
            case short[] a -> MemorySegment.copy(source, ValueLayout.JAVA_SHORT_UNALIGNED, offset, a, from, count);
            case char[] a -> MemorySegment.copy(source, ValueLayout.JAVA_CHAR_UNALIGNED, offset, a, from, count);
            case int[] a -> MemorySegment.copy(source, ValueLayout.JAVA_INT_UNALIGNED, offset, a, from, count);
            case long[] a -> MemorySegment.copy(source, ValueLayout.JAVA_LONG_UNALIGNED, offset, a, from, count);
            case float[] a -> MemorySegment.copy(source, ValueLayout.JAVA_FLOAT_UNALIGNED, offset, a, from, count);
            case double[] a -> MemorySegment.copy(source, ValueLayout.JAVA_DOUBLE_UNALIGNED, offset, a, from, count);
            default -> throw new IllegalStateException("no array of primitives");
        }
    }

    /** A memory segment. */
    record Whole(MemorySegment memory) implements HeapArray {
        @Override
        public @Nullable MemorySegment nativeMemory() {
            return memory.isNative() ? memory : null;
        }

        @Override
        public long bytes() {
            return memory.byteSize();
        }

        @Override
        public void read(long offset, MemorySegment target, long targetOffset, long count) {
            MemorySegment.copy(memory, offset, target, targetOffset, count);
        }

        @Override
        public void write(long offset, MemorySegment source, long sourceOffset, long count) {
            MemorySegment.copy(source, sourceOffset, memory, offset, count);
        }
    }

    /** A range of an array, each element of so many bytes. */
    record Range(Object array, int from, int elements, int width) implements HeapArray {
        @Override
        public long bytes() {
            return (long) elements * width;
        }

        /** {@return the element that begins at a byte} */
        private int at(long offset) {
            return from + Math.toIntExact(offset / width);
        }

        @Override
        public void read(long offset, MemorySegment target, long targetOffset, long count) {
            HeapArray.read(array, at(offset), Math.toIntExact(count / width), target, targetOffset);
        }

        @Override
        public void write(long offset, MemorySegment source, long sourceOffset, long count) {
            HeapArray.write(array, at(offset), Math.toIntExact(count / width), source, sourceOffset);
        }
    }
}
