package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A memory segment of the caller's, as an array of its elements.
 *
 * @param memory the segment
 * @param element what a kernel takes it to hold
 */
record HostSegment(MemorySegment memory, ElementType element) implements HostElements {
    /** {@return whether it holds whole elements, no more of them than an array has, as all else here asks for} */
    boolean isArray() {
        return memory.byteSize() % element.bytes() == 0 && memory.byteSize() / element.bytes() <= Integer.MAX_VALUE;
    }

    @Override
    public int length() {
        return (int) (memory.byteSize() / element.bytes());
    }

    @Override
    public boolean isReadOnly() {
        return memory.isReadOnly();
    }

    @Override
    public ByteOrder order() {
        return ByteOrder.nativeOrder();
    }

    @Override
    public @Nullable Object wholeArray() {
        // A segment of the same length is of the whole.
        return memory.heapBase()
                .filter(base -> base.getClass() == element.arrayClass() && Array.getLength(base) == length())
                .orElse(null);
    }

    @Override
    public void read(int from, Object array, int count) {
        MemorySegment.copy(memory, layout(), (long) from * element.bytes(), array, 0, count);
    }

    @Override
    public void write(int from, Object array, int count) {
        MemorySegment.copy(array, 0, memory, layout(), (long) from * element.bytes(), count);
    }

    private ValueLayout layout() {
        return switch (element) {
            case BYTE -> ValueLayout.JAVA_BYTE;
            case CHAR -> ValueLayout.JAVA_CHAR_UNALIGNED;
            case SHORT -> ValueLayout.JAVA_SHORT_UNALIGNED;
            case INT -> ValueLayout.JAVA_INT_UNALIGNED;
            case LONG -> ValueLayout.JAVA_LONG_UNALIGNED;
            case FLOAT -> ValueLayout.JAVA_FLOAT_UNALIGNED;
            case DOUBLE -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
            case BOOLEAN -> throw new IllegalStateException("no layout of " + element);
        };
    }
}
