package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.cuda.DeviceMemory;
import dev.gpukernel.internal.ir.ElementType;

/** An array in a GPU's memory: memory of its own, or a part of what a staging buffer has. */
final class NvidiaMemory implements DeviceArray {
    private final NvidiaDevice device;
    private final ElementType element;
    private final int length;
    private final DeviceMemory memory;
    private final long offset;
    private final boolean isPart;
    private final ArrayHistory history = new ArrayHistory();

    /**
     * Makes an array of memory.
     *
     * @param device where it is
     * @param element what it holds
     * @param length number of elements
     * @param memory its bytes
     */
    NvidiaMemory(NvidiaDevice device, ElementType element, int length, DeviceMemory memory) {
        this(device, element, length, memory, 0, false);
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
    NvidiaMemory(NvidiaDevice device, ElementType element, int length, DeviceMemory whole, long offset) {
        this(device, element, length, whole, offset, true);
    }

    private NvidiaMemory(
            NvidiaDevice device, ElementType element, int length, DeviceMemory memory, long offset, boolean isPart) {
        this.device = device;
        this.element = element;
        this.length = length;
        this.memory = memory;
        this.offset = offset;
        this.isPart = isPart;
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
    public int length() {
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
    public void copyFrom(Object hostArray, Stream stream) {
        device.copy().copyIn(hostArray, 0, length, pointer(), ((NvidiaStream) stream).cuda());
    }

    @Override
    public void copyTo(Object hostArray, Stream stream) {
        device.copy().copyOut(hostArray, 0, length, pointer(), ((NvidiaStream) stream).cuda());
    }

    @Override
    public void copyFrom(Object one, int index, Stream stream) {
        device.copy().copyIn(one, 0, 1, address(index), ((NvidiaStream) stream).cuda());
    }

    @Override
    public void copyTo(Object one, int index, Stream stream) {
        device.copy().copyOut(one, 0, 1, address(index), ((NvidiaStream) stream).cuda());
    }

    @Override
    public void copyFrom(Memory other, Stream stream) {
        NvidiaMemory from = (NvidiaMemory) other;
        from.memory.copyTo(from.offset, memory, offset, bytes(), ((NvidiaStream) stream).cuda());
    }

    private long bytes() {
        return (long) length * element.bytes();
    }

    private long address(int index) {
        return pointer() + (long) index * element.bytes();
    }

    @Override
    public void clear(Stream stream) {
        memory.fill((byte) 0, offset, bytes(), ((NvidiaStream) stream).cuda());
    }

    @Override
    public void free(Stream stream) {
        if (!isPart) {
            memory.free(((NvidiaStream) stream).cuda());
        }
        device.log().closed(history);
    }

    @Override
    public void close() {
        if (!isPart) {
            memory.close();
        }
        device.log().closed(history);
    }
}
