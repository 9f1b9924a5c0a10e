package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.StagingBuffer;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.cuda.HostMirror;
import dev.gpukernel.internal.ir.ElementType;
import org.jspecify.annotations.Nullable;

/** A staging buffer of a GPU. */
final class NvidiaStagingBuffer implements StagingBuffer {
    private final NvidiaDevice device;
    private final HostMirror mirror;
    private boolean isInPlace;

    /** Where the next array starts, in bytes. */
    private long next;

    private long endOfContents;
    private long startOfResults;

    NvidiaStagingBuffer(NvidiaDevice device, HostMirror mirror) {
        this.device = device;
        this.mirror = mirror;
        clear(false);
    }

    @Override
    public void clear(boolean inPlace) {
        isInPlace = inPlace;
        next = 0;
        endOfContents = 0;
        startOfResults = Long.MAX_VALUE;
    }

    @Override
    public Memory add(ElementType element, long length, @Nullable Object contents, boolean comesBack) {
        long start = next;
        long end = start + length * element.bytes();
        if (end > CAPACITY) {
            throw new IllegalArgumentException("an array ends at byte " + end + " of " + CAPACITY);
        }
        if (contents != null) {
            mirror.put(RowBytes.host(contents, 0, length), start);
            endOfContents = end;
        }
        if (comesBack) {
            startOfResults = Math.min(startOfResults, start);
        }
        next = Math.ceilDiv(end, ALIGNMENT) * ALIGNMENT;
        return new NvidiaMemory(device, element, length, isInPlace ? mirror.mapped() : mirror.device(), start);
    }

    @Override
    public void upload(Stream stream) {
        NvidiaStream queue = (NvidiaStream) stream;
        if (!isInPlace && mirror.copyIn(0, endOfContents, queue.cuda())) {
            queue.enqueuedCopy();
        }
    }

    @Override
    public void download(Stream stream) {
        NvidiaStream queue = (NvidiaStream) stream;
        if (!isInPlace && mirror.copyOut(startOfResults, next, queue.cuda())) {
            queue.enqueuedCopy();
        }
    }

    @Override
    public void take(Memory memory, Object hostArray) {
        mirror.get(RowBytes.host(hostArray, 0, memory.length()), ((NvidiaMemory) memory).offset());
    }
}
