package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Elements of the caller's that are passed for an array without being one: those of a buffer or a memory segment. */
interface HostElements {
    /** {@return what they are} */
    ElementType element();

    /** {@return how many} */
    int length();

    /** {@return whether they cannot be written} */
    boolean isReadOnly();

    /** {@return the order of their bytes, the native one if they have one each} */
    ByteOrder order();

    /** {@return the array that has all these elements and no others; {@code null} if there is none to write to} */
    @Nullable Object wholeArray();

    /** {@return their memory, {@code null} if that is nobody else's} */
    @Nullable MemorySegment memory();

    /** Copies elements to the beginning of an array. */
    void read(int from, Object array, int count);

    /** Copies elements from the beginning of an array. */
    void write(int from, Object array, int count);

    /** {@return an array for them, in which they are not yet} */
    default Object newArray() {
        return Array.newInstance(element().arrayClass().componentType(), length());
    }

    /** {@return whether others are of the same kind, bit by bit} */
    default boolean areLike(HostElements other) {
        return element() == other.element() && order().equals(other.order());
    }
}
