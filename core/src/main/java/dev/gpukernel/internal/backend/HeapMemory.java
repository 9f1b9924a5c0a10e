package dev.gpukernel.internal.backend;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A Java array. Freeing it forgets it, and the collector does the rest. */
public final class HeapMemory implements Memory {
    private final ElementType element;
    private final int length;
    private final @Nullable MemoryCount count;
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
        this.array = array;
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
    public static HeapMemory allocate(ElementType element, int length, Device device, MemoryCount count) {
        if (length < 0) {
            throw new IllegalArgumentException(Message.NEGATIVE_SIZE.format("array length", length));
        }
        long bytes = (long) length * element.bytes();
        if (!count.take(bytes)) {
            throw outOfMemory(bytes, device);
        }
        boolean done = false;
        try {
            HeapMemory memory =
                    new HeapMemory(Array.newInstance(element.arrayClass().componentType(), length), count);
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

    private static GpuException outOfMemory(long bytes, Device device) {
        MemoryUse memory = device.memory();
        return new GpuException(Message.OUT_OF_DEVICE_MEMORY, bytes, device.info(), memory.free(), memory.total(), "");
    }

    /** {@return the array} */
    public Object array() {
        Object live = array;
        if (live == null) {
            throw new IllegalStateException(Message.ARRAY_CLOSED.format(length, element.text()));
        }
        return live;
    }

    @Override
    public ElementType element() {
        return element;
    }

    @Override
    public int length() {
        return length;
    }

    // System.arraycopy would copy the front part of a longer array without a word.
    @Override
    public void copyFrom(Object hostArray, Stream stream) {
        requireLength(hostArray);
        System.arraycopy(hostArray, 0, array(), 0, length);
    }

    @Override
    public void copyTo(Object hostArray, Stream stream) {
        requireLength(hostArray);
        System.arraycopy(array(), 0, hostArray, 0, length);
    }

    @Override
    public void copyFrom(Object hostArray, int hostFrom, int from, int count, Stream stream) {
        System.arraycopy(hostArray, hostFrom, array(), from, count);
    }

    @Override
    public void copyTo(Object hostArray, int hostFrom, int from, int count, Stream stream) {
        System.arraycopy(array(), from, hostArray, hostFrom, count);
    }

    @Override
    public void copyFrom(Memory other, Stream stream) {
        other.copyTo(array(), stream);
    }

    private void requireLength(Object hostArray) {
        int other = Array.getLength(hostArray);
        if (other != length) {
            throw new IllegalArgumentException(Message.LENGTH_MISMATCH.format(other, length));
        }
    }

    @Override
    public void clear(Stream stream) {
        switch (array()) {
            case boolean[] a -> Arrays.fill(a, false);
            case byte[] a -> Arrays.fill(a, (byte) 0);
            case char[] a -> Arrays.fill(a, (char) 0);
            case short[] a -> Arrays.fill(a, (short) 0);
            case int[] a -> Arrays.fill(a, 0);
            case long[] a -> Arrays.fill(a, 0);
            case float[] a -> Arrays.fill(a, 0);
            case double[] a -> Arrays.fill(a, 0);
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
