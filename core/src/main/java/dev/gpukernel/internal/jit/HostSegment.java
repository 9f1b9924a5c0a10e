package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.IndexType;
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
    /** The most elements for which code with indices that are ints is taken. Tests have fewer. */
    static final ScopedValue<Long> MOST_OF_ARRAY = ScopedValue.newInstance();

    /** {@return whether it holds whole elements, no more of them than there can be, as all else here asks for} */
    boolean isArray() {
        return memory.byteSize() % element.bytes() == 0 && length() <= IndexType.MOST_ELEMENTS;
    }

    /** {@return whether there are more elements than an array of Java's has} */
    static boolean isLarge(long elements) {
        return elements > Integer.MAX_VALUE || (MOST_OF_ARRAY.isBound() && elements > MOST_OF_ARRAY.get());
    }

    @Override
    public Object original() {
        return memory;
    }

    /**
     * Asks whether this thread can use it.
     *
     * @param what what it is to the caller
     * @throws IllegalStateException if it is closed
     * @throws WrongThreadException if it is confined to another thread
     */
    void requireUsable(String what) {
        if (!memory.scope().isAlive()) {
            throw new IllegalStateException(Message.SEGMENT_UNUSABLE.format(what, "that is closed"));
        }
        if (!memory.isAccessibleBy(Thread.currentThread())) {
            throw new WrongThreadException(Message.SEGMENT_UNUSABLE.format(what, "that is confined to another thread"));
        }
    }

    /** Asks whether it begins where a layout of its elements lets it. */
    void requireAligned(String what) {
        if (memory.maxByteAlignment() < element.bytes()) {
            String layout = "that does not begin at a multiple of the %s bytes of its elements, as far as Java knows"
                    .formatted(element.bytes());
            throw new IllegalArgumentException(Message.SEGMENT_UNUSABLE.format(what, layout));
        }
    }

    /** Asks whether it can be written. */
    void requireWritable(String what) {
        if (memory.isReadOnly()) {
            throw new IllegalArgumentException(
                    Message.SEGMENT_UNUSABLE.format(what, "that is read-only, and is written"));
        }
    }

    /** {@return the exception that it is no array, or one of more elements than there can be} */
    IllegalArgumentException isNoArray(String what, long most) {
        return new IllegalArgumentException(
                Message.SEGMENT_SIZE.format(what, memory.byteSize(), element.bytes(), most));
    }

    @Override
    public long length() {
        return memory.byteSize() / element.bytes();
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
    public void read(long from, Object array, int count) {
        MemorySegment.copy(memory, layout(), from * element.bytes(), array, 0, count);
    }

    @Override
    public void write(long from, Object array, int count) {
        MemorySegment.copy(array, 0, memory, layout(), from * element.bytes(), count);
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
