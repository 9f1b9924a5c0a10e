package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.SegmentArray;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Elements of the caller's that are passed for an array without being one: those of a buffer or a memory segment. */
interface HostElements {
    /** What a copy to or from a device has in the Java heap at a time. */
    int CHUNK_BYTES = 4 << 20;

    /** {@return the buffer or segment} */
    Object original();

    /** {@return what they are} */
    ElementType element();

    /** {@return how many} */
    long length();

    /** {@return whether they cannot be written} */
    boolean isReadOnly();

    /** {@return the order of their bytes, the native one if they have one each} */
    ByteOrder order();

    /** {@return the array that has all these elements and no others; {@code null} if there is none to write to} */
    @Nullable Object wholeArray();

    /** {@return their memory, {@code null} if that is nobody else's} */
    @Nullable MemorySegment memory();

    /** Copies elements to the beginning of an array. */
    void read(long from, Object array, int count);

    /** Copies elements from the beginning of an array. */
    void write(long from, Object array, int count);

    /** {@return an array for them, in which they are not yet} */
    default Object newArray() {
        return newArray(Math.toIntExact(length()));
    }

    private Object newArray(int count) {
        return Array.newInstance(element().arrayClass().componentType(), count);
    }

    /** {@return whether others are of the same kind, bit by bit} */
    default boolean areLike(HostElements other) {
        return element() == other.element() && order().equals(other.order());
    }

    /** {@return them as memory that a device may copy, {@code null} if they are another's or in another order} */
    default @Nullable SegmentArray inMemory() {
        MemorySegment memory = memory();
        return memory != null && order().equals(ByteOrder.nativeOrder()) ? new SegmentArray(memory, element()) : null;
    }

    /** Copies all elements to an array of as many: at once if its device copies memory, else a chunk at a time. */
    default void copyTo(Memory target, Device device, Stream stream) {
        SegmentArray own = device.copiesSegments() ? inMemory() : null;
        if (own != null) {
            target.copyFrom(own.open(), stream);
            return;
        }
        Object chunk = newArray(chunkLength());
        for (long from = 0; from < length(); from += chunkLength()) {
            int count = (int) Math.min(chunkLength(), length() - from);
            read(from, chunk, count);
            target.copyFrom(chunk, 0, from, count, stream);
        }
    }

    /** Copies all elements from an array of as many, in the same way. */
    default void copyFrom(Memory source, Device device, Stream stream) {
        SegmentArray own = device.copiesSegments() ? inMemory() : null;
        if (own != null) {
            source.copyTo(own.open(), stream);
            return;
        }
        Object chunk = newArray(chunkLength());
        for (long from = 0; from < length(); from += chunkLength()) {
            int count = (int) Math.min(chunkLength(), length() - from);
            source.copyTo(chunk, 0, from, count, stream);
            write(from, chunk, count);
        }
    }

    private int chunkLength() {
        return (int) Math.max(1, Math.min(length(), CHUNK_BYTES / element().bytes()));
    }
}
