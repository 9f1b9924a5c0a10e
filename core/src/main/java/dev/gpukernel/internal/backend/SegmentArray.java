package dev.gpukernel.internal.backend;

import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Elements of memory, in place of a host array for a device that {@linkplain Device#copiesSegments() copies} them.
 *
 * @param memory what holds them and nothing else
 * @param element what they are
 */
public record SegmentArray(MemorySegment memory, ElementType element) implements ForeignArray {
    private static final Thread OTHER = Thread.ofVirtual().unstarted(() -> {});

    /**
     * {@return the same for any thread} Threads that copy are others than the caller, who may use the memory and waits for them, so that it
     * stays.
     */
    @SuppressWarnings("restricted") // of memory that the caller may use
    public SegmentArray open() {
        boolean isOthers = !memory.scope().isAlive() || !memory.isAccessibleBy(Thread.currentThread());
        return isOthers || memory.isAccessibleBy(OTHER)
                ? this
                : new SegmentArray(MemorySegment.ofAddress(memory.address()).reinterpret(memory.byteSize()), element);
    }

    @Override
    public long length() {
        return memory.byteSize() / element.bytes();
    }

    /** {@return the memory of some of them} */
    public MemorySegment part(long from, long count) {
        return memory.asSlice(from * element.bytes(), count * element.bytes());
    }

    @Override
    public void read(long from, Object array, int to, int count) {
        numbers(array, to, count).copyFrom(part(from, count));
    }

    @Override
    public void write(long to, Object array, int from, int count) {
        part(to, count).copyFrom(numbers(array, from, count));
    }

    private MemorySegment numbers(Object array, int from, int count) {
        return new SegmentArray(Objects.requireNonNull(Leaves.segment(array), "of numbers"), element).part(from, count);
    }
}
