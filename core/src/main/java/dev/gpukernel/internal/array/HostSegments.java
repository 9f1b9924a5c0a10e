package dev.gpukernel.internal.array;

import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.MemorySegment;

/** Arrays of memory segments. */
public final class HostSegments {
    private HostSegments() {}

    /**
     * Copies the elements of a segment to the current device.
     *
     * @param shape a shape of as many elements; none for one axis
     * @throws IllegalArgumentException if it has more or fewer, or the segment ends within an element
     * @throws IllegalStateException if the segment is closed
     * @throws WrongThreadException if it is confined to another thread
     */
    public static Expression of(MemorySegment segment, ElementType type, int... shape) {
        // One that ends within an element is refused when it is copied, whatever the shape.
        long length = segment.byteSize() / type.bytes();
        boolean isWhole = segment.byteSize() % type.bytes() == 0;
        return Expression.uploaded(
                type, length, isWhole ? shape : new int[0], gpu -> gpu.upload(type.arrayClass(), segment));
    }
}
