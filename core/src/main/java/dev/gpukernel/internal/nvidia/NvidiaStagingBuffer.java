package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.ForeignArray;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.StagingBuffer;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.cuda.DeviceMemory;
import dev.gpukernel.internal.cuda.HostMirror;
import dev.gpukernel.internal.ir.ElementType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A staging buffer of a GPU. */
final class NvidiaStagingBuffer implements StagingBuffer {
    private final NvidiaDevice device;
    private final HostMirror mirror;
    private boolean isInPlace;

    /** The arrays of the last launches, by their places in it: the next one most often has the same. */
    private final List<NvidiaMemory> arrays = new ArrayList<>();

    private int count;

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
        count = 0;
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
            if (contents instanceof ForeignArray) {
                mirror.put(RowBytes.host(contents, 0, length), start);
            } else {
                mirror.put(contents, Math.toIntExact(length), start);
            }
            endOfContents = end;
        }
        if (comesBack) {
            startOfResults = Math.min(startOfResults, start);
        }
        next = Math.ceilDiv(end, ALIGNMENT) * ALIGNMENT;
        return array(element, length, start);
    }

    private NvidiaMemory array(ElementType element, long length, long start) {
        DeviceMemory memory = isInPlace ? mirror.mapped() : mirror.device();
        int place = count++;
        NvidiaMemory known = place < arrays.size() ? arrays.get(place) : null;
        if (known != null
                && known.isPart(element, length, memory, start)
                && device.log().reopen(known.history())) {
            return known;
        }
        NvidiaMemory made = new NvidiaMemory(device, element, length, memory, start);
        if (known == null) {
            arrays.add(made);
        } else {
            arrays.set(place, made);
        }
        return made;
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
        long length = memory.length();
        long start = ((NvidiaMemory) memory).offset();
        if (hostArray instanceof ForeignArray) {
            mirror.get(RowBytes.host(hostArray, 0, length), start);
        } else {
            mirror.get(hostArray, Math.toIntExact(length), start);
        }
    }
}
