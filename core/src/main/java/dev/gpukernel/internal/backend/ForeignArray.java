package dev.gpukernel.internal.backend;

import dev.gpukernel.internal.ir.ElementType;
import java.lang.reflect.Array;

/** A host array that is no Java array of primitives: its elements lie in rows or in memory, where devices copy them from and to. */
public sealed interface ForeignArray permits RowArray, SegmentArray {
    /** {@return what the elements are} */
    ElementType element();

    /** {@return how many there are} */
    long length();

    /** Copies some elements to an array of primitives. */
    void read(long from, Object array, int to, int count);

    /** Copies some elements from an array of primitives. */
    void write(long to, Object array, int from, int count);

    /** {@return how many elements a host array has, foreign or not} */
    static long lengthOf(Object host) {
        return host instanceof ForeignArray foreign ? foreign.length() : Array.getLength(host);
    }

    /** Copies some elements of a host array, foreign or not, to an array of primitives. */
    static void read(Object host, long from, Object array, int to, int count) {
        if (host instanceof ForeignArray foreign) {
            foreign.read(from, array, to, count);
        } else {
            System.arraycopy(host, Math.toIntExact(from), array, to, count);
        }
    }

    /** Copies some elements of an array of primitives to a host array, foreign or not. */
    static void write(Object host, long to, Object array, int from, int count) {
        if (host instanceof ForeignArray foreign) {
            foreign.write(to, array, from, count);
        } else {
            System.arraycopy(array, from, host, Math.toIntExact(to), count);
        }
    }
}
