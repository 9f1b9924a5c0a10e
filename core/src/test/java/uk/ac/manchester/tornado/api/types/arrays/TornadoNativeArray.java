package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** An array outside the Java heap, behind a header. */
public abstract sealed class TornadoNativeArray
        permits ByteArray, ShortArray, IntArray, LongArray, FloatArray, DoubleArray {
    private static final int HEADER = 16;

    private final MemorySegment all;
    final MemorySegment elements;

    TornadoNativeArray(long bytes) {
        all = Arena.ofAuto().allocate(HEADER + bytes, HEADER);
        elements = all.asSlice(HEADER);
    }

    /** {@return its elements, without the header} */
    public MemorySegment getSegment() {
        return elements;
    }

    /** {@return number of its elements} */
    public abstract int getSize();

    /** {@return another array of the same kind and size} */
    public abstract TornadoNativeArray another();
}
