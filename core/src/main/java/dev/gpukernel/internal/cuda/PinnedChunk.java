package dev.gpukernel.internal.cuda;

import java.lang.foreign.MemorySegment;

/** Pinned memory that bytes go through, with the event of its last transfer. For one thread at a time. */
final class PinnedChunk implements AutoCloseable {
    private final CudaContext context;
    private final PinnedMemory memory;
    private final CudaEvent lastUse;

    private PinnedChunk(CudaContext context, PinnedMemory memory, CudaEvent lastUse) {
        this.context = context;
        this.memory = memory;
        this.lastUse = lastUse;
    }

    /** {@return a new one} */
    static PinnedChunk allocate(CudaContext context, int bytes) {
        CudaEvent event = CudaEvent.untimed(context);
        try {
            return new PinnedChunk(context, PinnedMemory.allocate(context, bytes), event);
        } catch (Throwable failed) {
            event.close();
            throw failed;
        }
    }

    /** {@return its bytes} */
    MemorySegment memory() {
        return memory.segment();
    }

    /** Waits until its last transfer is done, whichever copy started it; not at all if there was none. */
    void await() {
        lastUse.synchronize();
    }

    /** Lets what a stream is given from now on wait until its last transfer is done. */
    void letFollow(CudaStream stream) {
        stream.waitFor(lastUse);
    }

    /** {@return whether its last transfer is done} */
    boolean isIdle() {
        return lastUse.isDone();
    }

    /** Starts to move its first bytes to the device. */
    void send(long device, long bytes, CudaStream stream) {
        context.makeCurrent();
        int status = CopyCalls.cuMemcpyHtoDAsync(device, memory.address(), bytes, stream.handle());
        Check.copied(status, "cuMemcpyHtoDAsync", device, memory.address(), bytes);
        lastUse.record(stream);
    }

    /** Starts to move bytes from the device to its start, from which nothing may be on its way. */
    void fetch(long device, long bytes, CudaStream stream) {
        context.makeCurrent();
        int status = CopyCalls.cuMemcpyDtoHAsync(memory.address(), device, bytes, stream.handle());
        Check.copied(status, "cuMemcpyDtoHAsync", memory.address(), device, bytes);
        lastUse.record(stream);
    }

    /** Waits for the device and frees it, event and memory even if one fails. */
    @Override
    public void close() {
        try (memory;
                lastUse) {
            lastUse.synchronize();
        }
    }
}
