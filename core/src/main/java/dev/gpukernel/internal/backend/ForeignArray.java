package dev.gpukernel.internal.backend;

import dev.gpukernel.internal.ir.ElementType;

/** A host array that is no Java array of primitives: its elements lie in rows or in memory, where devices copy them from and to. */
public sealed interface ForeignArray permits RowArray, SegmentArray {
    /** {@return what the elements are} */
    ElementType element();

    /** {@return how many there are} */
    int length();

    /** Copies some elements to an array of primitives. */
    void read(int from, Object array, int to, int count);

    /** Copies some elements from an array of primitives. */
    void write(int to, Object array, int from, int count);
}
