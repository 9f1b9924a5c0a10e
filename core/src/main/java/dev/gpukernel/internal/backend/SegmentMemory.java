package dev.gpukernel.internal.backend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/** Memory of the host's, for a device that works where it is. What it holds is the caller's. */
public final class SegmentMemory implements Memory {
    private final SegmentArray elements;

    /** Takes elements, which stay where they are. */
    public SegmentMemory(SegmentArray elements) {
        this.elements = elements;
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
    public void close() {
        // The caller's.
    }
}
