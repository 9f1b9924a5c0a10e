package dev.gpukernel.internal.cuda;

import java.lang.foreign.MemorySegment;

/**
 * Copies without pinned memory in between: of registered memory in one go, and, for a process that is allowed no pinned memory, of anything
 * else, slower. They wait for the stream each time. The driver's copies without a stream are ordered with nothing else, so both sides are
 * synchronised here.
 */
final class DirectCopy {
    /** The garbage collector waits for each such copy, some hundred microseconds at most. */
    private static final int STEP = 1 << 20;

    private static final long DEFAULT_STREAM = 0;
    private static final long STREAM_OF_THREAD = 2;

    private DirectCopy() {}

    static void in(HeapArray array, long device, CudaStream stream) {
        stream.synchronize();
        MemorySegment memory = array.nativeMemory();
        if (memory != null) {
            stream.context().makeCurrent();
            check(CopyCalls.cuMemcpyHtoDPtds(device, memory, array.bytes()), "cuMemcpyHtoD", device, array.bytes());
            // Of memory that is not registered, the device need not have all bytes.
            Check.ok(StreamCalls.cuStreamSynchronize(STREAM_OF_THREAD), "cuStreamSynchronize", STREAM_OF_THREAD);
            return;
        }
        MemorySegment bounce = bounce(array);
        for (long offset = 0; offset < array.bytes(); offset += STEP) {
            long bytes = Math.min(STEP, array.bytes() - offset);
            array.read(offset, bounce, 0, bytes);
            stream.context().makeCurrent();
            check(CopyCalls.cuMemcpyHtoD(device + offset, bounce, bytes), "cuMemcpyHtoD", device + offset, bytes);
        }
        stream.context().makeCurrent();
        Check.ok(StreamCalls.cuStreamSynchronize(DEFAULT_STREAM), "cuStreamSynchronize", DEFAULT_STREAM);
    }

    static void out(HeapArray array, long device, CudaStream stream) {
        stream.synchronize();
        MemorySegment memory = array.nativeMemory();
        if (memory != null) {
            stream.context().makeCurrent();
            check(CopyCalls.cuMemcpyDtoHPtds(memory, device, array.bytes()), "cuMemcpyDtoH", device, array.bytes());
            return;
        }
        MemorySegment bounce = bounce(array);
        for (long offset = 0; offset < array.bytes(); offset += STEP) {
            long bytes = Math.min(STEP, array.bytes() - offset);
            stream.context().makeCurrent();
            check(CopyCalls.cuMemcpyDtoH(bounce, device + offset, bytes), "cuMemcpyDtoH", device + offset, bytes);
            array.write(offset, bounce, 0, bytes);
        }
    }

    private static MemorySegment bounce(HeapArray array) {
        return MemorySegment.ofArray(new byte[(int) Math.min(STEP, array.bytes())]);
    }

    private static void check(int status, String function, long device, long bytes) {
        if (status != Check.SUCCESS) {
            throw Check.failure(status, function, Check.hex(device), bytes + " bytes");
        }
    }
}
