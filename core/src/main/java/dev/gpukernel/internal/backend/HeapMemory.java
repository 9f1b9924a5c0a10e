package dev.gpukernel.internal.backend;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A Java array, or a slice of one. Freeing an array forgets it, and the collector does the rest. */
public final class HeapMemory implements Memory {
    private final ElementType element;
    private final int length;
    private final @Nullable MemoryCount count;

    /** The array that this is a slice of, null if it is none. */
    private final @Nullable HeapMemory whole;

    /** Where it begins there. */
    private final int start;

    private volatile @Nullable Object array;

    /** Makes memory of an array of primitives. */
    public HeapMemory(Object array) {
        this(array, null);
    }

    private HeapMemory(Object array, @Nullable MemoryCount count) {
        ElementType type = ElementType.ofArray(array.getClass());
        if (type == null) {
            throw new IllegalArgumentException(
                    Message.NOT_PRIMITIVE_ARRAY.format(array.getClass().getTypeName()));
        }
        this.element = type;
        this.length = Array.getLength(array);
        this.count = count;
        this.whole = null;
        this.start = 0;
        this.array = array;
    }

    private HeapMemory(HeapMemory whole, int start, int length) {
        this.element = whole.element;
        this.length = length;
        this.count = null;
        this.whole = whole;
        this.start = start;
    }

    /**
     * Allocates memory for a device that keeps its arrays in the heap.
     *
     * <p>What is free now is not the bound, since the collector may free more: an array for which the device has no room beside the
     * others is refused before it is tried, and any other is tried.
     *
     * @param element what it holds
     * @param length number of elements, at least 0
     * @param device whose memory it is
     * @param count counts the device's memory
     * @return zeros
     * @throws GpuException if there is too little
     */
    public static HeapMemory allocate(ElementType element, long length, Device device, MemoryCount count) {
        if (length < 0) {
            throw new IllegalArgumentException(Message.NEGATIVE_SIZE.format("array length", length));
        }
        long bytes = length * element.bytes();
        if (length > Integer.MAX_VALUE || !count.take(bytes)) {
            throw outOfMemory(bytes, device);
        }
        boolean done = false;
        try {
            HeapMemory memory =
                    new HeapMemory(Array.newInstance(element.arrayClass().componentType(), (int) length), count);
            done = true;
            return memory;
        } catch (OutOfMemoryError _) {
            throw outOfMemory(bytes, device);
        } finally {
            if (!done) {
                count.giveBack(bytes);
            }
        }
    }

    static GpuException outOfMemory(long bytes, Device device) {
        MemoryUse memory = device.memory();
        return new GpuException(Message.OUT_OF_DEVICE_MEMORY, bytes, device.info(), memory.free(), memory.total(), "");
    }

    @Override
    public Memory slice(long from, long count) {
        return new HeapMemory(whole == null ? this : whole, at(from, count), (int) count);
    }

    /** {@return whether it is a slice, which code that works on Java's arrays needs a copy of} */
    public boolean isSlice() {
        return whole != null;
    }

    /** {@return whether it has the very same elements as other memory} */
    public boolean isSame(HeapMemory other) {
        return this == other
                || (whole != null && whole == other.whole && start == other.start && length == other.length);
    }

    /** {@return the array, of a slice the array that it is a slice of} */
    public Object array() {
        if (whole != null) {
            return whole.array();
        }
        Object live = array;
        if (live == null) {
            throw new IllegalStateException(Message.ARRAY_CLOSED.format(length, element.text()));
        }
        return live;
    }

    /** {@return its elements, where they are} */
    public SegmentArray elements() {
        MemorySegment all = Objects.requireNonNull(Leaves.segment(array()), "of numbers");
        return new SegmentArray(new SegmentArray(all, element).part(start, length), element);
    }

    @Override
    public ElementType element() {
        return element;
    }

    @Override
    public long length() {
        return length;
    }

    // Other copies would copy the front part of a longer array without a word.
    @Override
    public void copyFrom(Object hostArray, Stream stream) {
        requireLength(hostArray);
        copyFrom(hostArray, 0, 0, length, stream);
    }

    @Override
    public void copyTo(Object hostArray, Stream stream) {
        requireLength(hostArray);
        copyTo(hostArray, 0, 0, length, stream);
    }

    @Override
    public void copyFrom(Object hostArray, long hostFrom, long from, long count, Stream stream) {
        ForeignArray.read(hostArray, hostFrom, array(), at(from, count), (int) count);
    }

    @Override
    public void copyTo(Object hostArray, long hostFrom, long from, long count, Stream stream) {
        ForeignArray.write(hostArray, hostFrom, array(), at(from, count), (int) count);
    }

    private int at(long from, long count) {
        return start + (int) Objects.checkFromIndexSize(from, count, length);
    }

    @Override
    public void copyFrom(Memory other, Stream stream) {
        other.copyTo(array(), start, 0, length, stream);
    }

    private void requireLength(Object hostArray) {
        long other = ForeignArray.lengthOf(hostArray);
        if (other != length) {
            throw new IllegalArgumentException(Message.LENGTH_MISMATCH.format(other, length));
        }
    }

    @Override
    public void clear(Stream stream) {
        int end = start + length;
        switch (array()) {
            case boolean[] a -> Arrays.fill(a, start, end, false);
            case byte[] a -> Arrays.fill(a, start, end, (byte) 0);
            case char[] a -> Arrays.fill(a, start, end, (char) 0);
            case short[] a -> Arrays.fill(a, start, end, (short) 0);
            case int[] a -> Arrays.fill(a, start, end, 0);
            case long[] a -> Arrays.fill(a, start, end, 0);
            case float[] a -> Arrays.fill(a, start, end, 0);
            case double[] a -> Arrays.fill(a, start, end, 0);
            case Object other -> throw new AssertionError(other.getClass());
        }
    }

    @Override
    public void free(Stream stream) {
        close();
    }

    @Override
    public synchronized void close() {
        if (array != null && count != null) {
            count.giveBack((long) length * element.bytes());
        }
        array = null;
    }
}
