package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.DeviceInfo;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Sharing;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.cuda.CudaStream;
import dev.gpukernel.internal.cuda.DeviceMemory;
import dev.gpukernel.internal.cuda.SharedMemory;
import dev.gpukernel.internal.ir.ElementType;
import java.util.function.LongConsumer;

/** Memory and streams of a GPU's primary context, which every library of the process has that uses the CUDA runtime. */
record NvidiaSharing(NvidiaDevice owner) implements Sharing {
    @Override
    public DeviceInfo device() {
        return owner.info();
    }

    @Override
    public Memory memory(ElementType element, long address, long length, Stream stream) {
        DeviceMemory memory = DeviceMemory.foreign(address, length * element.bytes(), ((NvidiaStream) stream).cuda());
        return new NvidiaMemory(owner, element, length, memory);
    }

    @Override
    public Stream stream(long handle) {
        return new NvidiaStream(owner, CudaStream.of(owner.context(), handle));
    }

    @Override
    public long handle(Stream stream) {
        return ((NvidiaStream) stream).cuda().handle();
    }

    @Override
    public void enqueue(Stream stream, LongConsumer work) {
        NvidiaStream own = (NvidiaStream) stream;
        owner.context().makeCurrent();
        try {
            work.accept(own.cuda().handle());
        } finally {
            own.enqueuedCopy();
        }
    }

    @Override
    public void inThreadOfOthers(Runnable body) {
        owner.context().inThreadOfOthers(body);
    }

    @Override
    public long allocate(long bytes) {
        return SharedMemory.allocate(bytes, owner.context());
    }

    @Override
    public void free(long address, long bytes) {
        SharedMemory.free(address, bytes, owner.context());
    }

    @Override
    public byte[] handle(long address) {
        return SharedMemory.handle(address, owner.context());
    }

    @Override
    public long open(byte[] handle) {
        return SharedMemory.open(handle, owner.context());
    }

    @Override
    public void close(long address) {
        SharedMemory.close(address, owner.context());
    }
}
