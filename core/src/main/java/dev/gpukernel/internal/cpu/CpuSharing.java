package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.backend.DeviceInfo;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.SegmentArray;
import dev.gpukernel.internal.backend.SegmentMemory;
import dev.gpukernel.internal.backend.Sharing;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/** Native memory of the process. What is enqueued is done when the call returns, and streams have no names. */
record CpuSharing(DeviceInfo device) implements Sharing {
    @Override
    @SuppressWarnings("restricted") // the caller says what is there
    public Memory memory(ElementType element, long address, long length, Stream stream) {
        MemorySegment all = MemorySegment.ofAddress(address).reinterpret(length * element.bytes());
        return new SegmentMemory(new SegmentArray(all, element));
    }

    @Override
    public void enqueue(Stream stream, LongConsumer work) {
        work.accept(0);
    }
}
