package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.cuda.DeviceMemory;
import dev.gpukernel.internal.cuda.HeapArray;
import dev.gpukernel.internal.cuda.PipedWork;
import dev.gpukernel.internal.ir.ElementType;
import java.util.Objects;

/**
 * An array in a GPU's memory: memory of its own, a part of what a staging buffer has, a slice of another array, or an array of which only
 * some elements are there. The address of the latter is where its first element would be.
 */
final class NvidiaMemory implements DeviceArray {
    private final NvidiaDevice device;
    private final ElementType element;
    private final long length;
    private final DeviceMemory memory;
    private final long offset;
    private final Ending ending;
    private final ArrayHistory history;

    /** Index of the first element that is there. */
    private final long first;

    /** How many are there. */
    private final long present;

    /**
     * Makes an array of memory.
     *
     * @param device where it is
     * @param element what it holds
     * @param length number of elements
     * @param memory its bytes
     */
    NvidiaMemory(NvidiaDevice device, ElementType element, long length, DeviceMemory memory) {
        this(device, element, length, memory, 0, Ending.FREED, new ArrayHistory(length), 0, length);
    }

    /**
     * Makes an array of a part of memory.
     *
     * @param device where it is
     * @param element what it holds
     * @param length number of elements
     * @param whole the memory, which stays
     * @param offset where it starts, in bytes
     */
    NvidiaMemory(NvidiaDevice device, ElementType element, long length, DeviceMemory whole, long offset) {
        this(device, element, length, whole, offset, Ending.LEFT, new ArrayHistory(length), 0, length);
    }

    /** What becomes of the memory when the array is closed. */
    private enum Ending {
        /** It is the array's own. */
        FREED,
        /** It is used for other arrays, which this one's faults have nothing to do with. */
        LEFT,
        /** Nothing: it is that of another array, whose contents these are. */
        OTHERS
    }

    private NvidiaMemory(
            NvidiaDevice device,
            ElementType element,
            long length,
            DeviceMemory memory,
            long offset,
            Ending ending,
            ArrayHistory history,
            long first,
            long present) {
        this.device = device;
        this.element = element;
        this.length = length;
        this.memory = memory;
        this.offset = offset;
        this.ending = ending;
        this.history = history;
        this.first = first;
        this.present = present;
    }

    @Override
    public Memory asPart(long from, long wholeLength) {
        long bytes = from * element.bytes();
        if (bytes % PART_ALIGNMENT != 0 || first != 0) {
            throw new IllegalArgumentException("a part from element " + from);
        }
        long count = Math.min(present, wholeLength - from);
        return new NvidiaMemory(
                device, element, wholeLength, memory, offset - bytes, Ending.OTHERS, history, from, count);
    }

    @Override
    public Memory slice(long from, long count) {
        long start = offset(from, count);
        return new NvidiaMemory(
                device, element, count, memory, start, Ending.OTHERS, history.slice(from, count), 0, count);
    }

    /** {@return whether it is some elements of memory from a byte on} */
    @SuppressWarnings("ReferenceEquality") // the very same memory
    boolean isPart(ElementType otherElement, long otherLength, DeviceMemory whole, long start) {
        return element == otherElement && length == otherLength && memory == whole && offset == start;
    }

    /** {@return where it starts in its memory, in bytes} */
    long offset() {
        return offset;
    }

    @Override
    public ElementType element() {
        return element;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public ArrayHistory history() {
        return history;
    }

    @Override
    public void settle(Stream stream) throws KernelFault {
        ((NvidiaStream) stream).drain();
        device.log().settle(history);
    }

    @Override
    public long pointer() {
        return memory.pointer() + offset;
    }

    @Override
    public boolean hasAddress() {
        return true;
    }

    @Override
    public long address() {
        return pointer();
    }

    @Override
    public void copyFrom(Object hostArray, Stream stream) {
        copyFrom(hostArray, 0, 0, length, stream);
    }

    @Override
    public void copyTo(Object hostArray, Stream stream) {
        copyTo(hostArray, 0, 0, length, stream);
    }

    @Override
    public void copyFrom(Object hostArray, long hostFrom, long from, long count, Stream stream) {
        HeapArray host = RowBytes.host(hostArray, hostFrom, count);
        device.copy().copyIn(host, address(from, count), ((NvidiaStream) stream).cuda());
    }

    @Override
    public void copyTo(Object hostArray, long hostFrom, long from, long count, Stream stream) {
        HeapArray host = RowBytes.host(hostArray, hostFrom, count);
        device.copy().copyOut(host, address(from, count), ((NvidiaStream) stream).cuda());
    }

    @Override
    public void copyFrom(Memory other, Stream stream) {
        NvidiaMemory from = (NvidiaMemory) other;
        from.memory.copyTo(from.offset, memory, offset, bytes(), ((NvidiaStream) stream).cuda());
    }

    private long bytes() {
        return length * element.bytes();
    }

    /** {@return some elements, at the same indices as in a host array} */
    PipedWork.Span span(Object hostArray, long from, long count) {
        return new PipedWork.Span(RowBytes.host(hostArray, from, count), address(from, count));
    }

    /** {@return where some elements are, all of which are there} */
    private long address(long from, long count) {
        return memory.pointer() + offset(from, count);
    }

    /** {@return where some elements, all of which are there, start in its memory, in bytes} */
    private long offset(long from, long count) {
        Objects.checkFromIndexSize(from - first, count, present);
        return offset + from * element.bytes();
    }

    @Override
    public void clear(Stream stream) {
        memory.fill((byte) 0, offset, bytes(), ((NvidiaStream) stream).cuda());
    }

    @Override
    public void free(Stream stream) {
        if (ending == Ending.FREED) {
            memory.free(((NvidiaStream) stream).cuda());
        }
        end();
    }

    @Override
    public void close() {
        if (ending == Ending.FREED) {
            memory.close();
        }
        end();
    }

    private void end() {
        if (ending != Ending.OTHERS) {
            device.log().closed(history);
        }
    }
}
