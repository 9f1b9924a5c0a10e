package dev.gpukernel.internal.cuda;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/** A part of a Java array of primitives, or a whole memory segment, as bytes, in the machine's byte order. Several threads may copy parts of it. */
sealed interface HeapArray {
    /** How many bytes it has. */
    long bytes();

    /** Copies some of its bytes to another place. */
    void read(long offset, MemorySegment target, long targetOffset, long count);

    /** Copies bytes from another place into it. */
    void write(long offset, MemorySegment source, long sourceOffset, long count);

    /**
     * Takes a range of an array, or all of a memory segment.
     *
     * @throws GpuException if it is not an array of primitives
     * @throws IndexOutOfBoundsException if the range is not within it
     */
    static HeapArray of(Object array, int from, int elements) {
        return switch (array) {
            case boolean[] a -> {
                Objects.checkFromIndexSize(from, elements, a.length);
                yield new Booleans(a, from, elements);
            }
            case byte[] a -> range(MemorySegment.ofArray(a), Byte.BYTES, from, elements, a.length);
            case short[] a -> range(MemorySegment.ofArray(a), Short.BYTES, from, elements, a.length);
            case char[] a -> range(MemorySegment.ofArray(a), Character.BYTES, from, elements, a.length);
            case int[] a -> range(MemorySegment.ofArray(a), Integer.BYTES, from, elements, a.length);
            case long[] a -> range(MemorySegment.ofArray(a), Long.BYTES, from, elements, a.length);
            case float[] a -> range(MemorySegment.ofArray(a), Float.BYTES, from, elements, a.length);
            case double[] a -> range(MemorySegment.ofArray(a), Double.BYTES, from, elements, a.length);
            case MemorySegment memory when from == 0 -> new Numbers(memory);
            default ->
                throw new GpuException(
                        Message.NOT_PRIMITIVE_ARRAY, array.getClass().getTypeName());
        };
    }

    private static HeapArray range(MemorySegment whole, int elementBytes, int from, int elements, int length) {
        Objects.checkFromIndexSize(from, elements, length);
        return new Numbers(whole.asSlice((long) from * elementBytes, (long) elements * elementBytes));
    }

    /** An array that Java gives a view of as a segment. */
    record Numbers(MemorySegment segment) implements HeapArray {
        @Override
        public long bytes() {
            return segment.byteSize();
        }

        @Override
        public void read(long offset, MemorySegment target, long targetOffset, long count) {
            MemorySegment.copy(segment, offset, target, targetOffset, count);
        }

        @Override
        public void write(long offset, MemorySegment source, long sourceOffset, long count) {
            MemorySegment.copy(source, sourceOffset, segment, offset, count);
        }
    }

    /** The one kind of array without such a view: a byte for each element, 0 or 1. */
    final class Booleans implements HeapArray {
        private final boolean[] array;
        private final int from;
        private final int elements;

        private Booleans(boolean[] array, int from, int elements) {
            this.array = array;
            this.from = from;
            this.elements = elements;
        }

        @Override
        public long bytes() {
            return elements;
        }

        @Override
        public void read(long offset, MemorySegment target, long targetOffset, long count) {
            int first = from + Math.toIntExact(offset);
            for (int i = 0; i < count; i++) {
                target.set(ValueLayout.JAVA_BYTE, targetOffset + i, (byte) (array[first + i] ? 1 : 0));
            }
        }

        @Override
        public void write(long offset, MemorySegment source, long sourceOffset, long count) {
            int first = from + Math.toIntExact(offset);
            for (int i = 0; i < count; i++) {
                array[first + i] = source.get(ValueLayout.JAVA_BYTE, sourceOffset + i) != 0;
            }
        }
    }
}
