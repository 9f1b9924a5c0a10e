package dev.gpukernel.internal.cuda;

import java.lang.foreign.MemorySegment;

/** Words of pinned memory, which kernels write, or which are fetched from the device without its copy engine. */
public final class PinnedWords implements AutoCloseable {
    /** Of a word; it starts at a multiple of as many. */
    public static final int BYTES = CopyKernel.WORD;

    private final PinnedMemory memory;
    private final HostCopy copy;
    private final CopyKernel.Arguments arguments = new CopyKernel.Arguments();

    PinnedWords(PinnedMemory memory, HostCopy copy) {
        this.memory = memory;
        this.copy = copy;
    }

    /** {@return address of a word for the device} */
    public long devicePointer(int number) {
        return memory.devicePointer() + (long) number * BYTES;
    }

    /** {@return a word, for Java} */
    public MemorySegment word(int number) {
        return memory.segment().asSlice((long) number * BYTES, BYTES);
    }

    /**
     * Enqueues a copy of a word. For one thread at a time.
     *
     * @param source the word's address on the device, a multiple of {@link #BYTES}
     * @param number of the word where it goes
     * @param stream in whose order
     */
    public void fetch(long source, int number, CudaStream stream) {
        copy.copyKernel(stream.context()).copy(devicePointer(number), source, BYTES, stream, arguments);
    }

    @Override
    public void close() {
        memory.close();
    }
}
