package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.cuda.DeviceMemory;
import dev.gpukernel.internal.ir.ElementType;

/**
 * An array in a GPU's memory.
 *
 * @param device where it is
 * @param element what it holds
 * @param length number of elements
 * @param memory its bytes
 */
record NvidiaMemory(NvidiaDevice device, ElementType element, int length, DeviceMemory memory) implements DeviceArray {
    @Override
    public long pointer() {
        return memory.pointer();
    }

    @Override
    public void copyFrom(Object hostArray, Stream stream) {
        device.copy().copyIn(hostArray, 0, length, memory.pointer(), ((NvidiaStream) stream).cuda());
    }

    @Override
    public void copyTo(Object hostArray, Stream stream) {
        device.copy().copyOut(hostArray, 0, length, memory.pointer(), ((NvidiaStream) stream).cuda());
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
        ((NvidiaMemory) other).memory.copyTo(memory, (long) length * element.bytes(), ((NvidiaStream) stream).cuda());
    }

    private long address(int index) {
        return memory.pointer() + (long) index * element.bytes();
    }

    @Override
    public void clear(Stream stream) {
        memory.fill((byte) 0, ((NvidiaStream) stream).cuda());
    }

    @Override
    public void free(Stream stream) {
        memory.free(((NvidiaStream) stream).cuda());
    }

    @Override
    public void close() {
        memory.close();
    }
}
