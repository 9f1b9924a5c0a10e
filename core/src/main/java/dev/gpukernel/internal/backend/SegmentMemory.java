package dev.gpukernel.internal.backend;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Memory of the host's, for a device that works where it is: the caller's, or a GpuArray's that an array of Java's has no room for. */
public final class SegmentMemory implements Memory {
    private final SegmentArray elements;

    /** What the memory is freed with, null if it is another's. */
    private final @Nullable Arena arena;

    private final @Nullable MemoryCount count;

    /** Takes elements, which stay where they are. */
    public SegmentMemory(SegmentArray elements) {
        this(elements, null, null);
    }

    private SegmentMemory(SegmentArray elements, @Nullable Arena arena, @Nullable MemoryCount count) {
        this.elements = elements;
        this.arena = arena;
        this.count = count;
    }

    /**
     * Allocates memory beside the Java heap.
     *
     * @param element what it holds
     * @param length number of elements
     * @param device whose memory it is
     * @param count counts the device's memory
     * @return zeros
     * @throws GpuException if there is too little
     */
    public static SegmentMemory allocate(ElementType element, long length, Device device, MemoryCount count) {
        long bytes = length * element.bytes();
        if (!count.take(bytes)) {
            throw HeapMemory.outOfMemory(bytes, device);
        }
        Arena arena = Arena.ofShared();
        try {
            return new SegmentMemory(new SegmentArray(arena.allocate(bytes, Long.BYTES), element), arena, count);
        } catch (OutOfMemoryError _) {
            arena.close();
            count.giveBack(bytes);
            throw HeapMemory.outOfMemory(bytes, device);
        }
    }

    /** {@return whether it has the very same elements as other memory} */
    public boolean isSame(SegmentMemory other) {
        return elements.equals(other.elements);
    }

    /** {@return where they are} */
    public SegmentArray elements() {
        return elements;
    }

    @Override
    public ElementType element() {
        return elements.element();
    }

    @Override
    public long length() {
        return elements.length();
    }

    @Override
    public boolean hasAddress() {
        return true;
    }

    @Override
    public long address() {
        return elements.memory().address();
    }

    @Override
    public void copyFrom(Object hostArray, Stream stream) {
        requireLength(ForeignArray.lengthOf(hostArray));
        copyFrom(hostArray, 0, 0, length(), stream);
    }

    @Override
    public void copyTo(Object hostArray, Stream stream) {
        requireLength(ForeignArray.lengthOf(hostArray));
        copyTo(hostArray, 0, 0, length(), stream);
    }

    @Override
    public void copyFrom(Object hostArray, long hostFrom, long from, long count, Stream stream) {
        elements.part(from, count).copyFrom(part(hostArray, hostFrom, count));
    }

    @Override
    public void copyTo(Object hostArray, long hostFrom, long from, long count, Stream stream) {
        part(hostArray, hostFrom, count).copyFrom(elements.part(from, count));
    }

    private MemorySegment part(Object hostArray, long from, long count) {
        SegmentArray other = hostArray instanceof SegmentArray own
                ? own
                : new SegmentArray(Objects.requireNonNull(Leaves.segment(hostArray), "of numbers"), element());
        return other.part(from, count);
    }

    @Override
    public void copyFrom(Memory other, Stream stream) {
        requireLength(other.length());
        other.copyTo(elements, stream);
    }

    private void requireLength(long other) {
        if (other != length()) {
            throw new IllegalArgumentException(Message.LENGTH_MISMATCH.format(other, length()));
        }
    }

    @Override
    public void clear(Stream stream) {
        elements.memory().fill((byte) 0);
    }

    @Override
    public void free(Stream stream) {
        close();
    }

    @Override
    public Memory slice(long from, long part) {
        return new SegmentMemory(new SegmentArray(elements.part(from, part), element()));
    }

    @Override
    public synchronized void close() {
        if (arena != null && count != null && arena.scope().isAlive()) {
            arena.close();
            count.giveBack(elements.memory().byteSize());
        }
    }
}
