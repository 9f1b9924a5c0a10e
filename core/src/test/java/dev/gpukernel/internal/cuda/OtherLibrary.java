package dev.gpukernel.internal.cuda;

import dev.gpukernel.contract.OtherMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Another library of the process that uses the driver, real or not: it allocates memory, and enqueues work on streams of its own. */
public final class OtherLibrary {
    /** What it does with memory. */
    public static final OtherMemory MEMORY = new Memory();

    private OtherLibrary() {}

    private static void enter() {
        OutCell out = OutCell.mine();
        Check.ok(DeviceCalls.cuDevicePrimaryCtxRetain(out.first(), 0), "cuDevicePrimaryCtxRetain");
        long context = out.firstLong();
        Check.ok(DeviceCalls.cuCtxSetCurrent(context), "cuCtxSetCurrent", context);
    }

    public static long newStream() {
        enter();
        OutCell out = OutCell.mine();
        Check.ok(StreamCalls.cuStreamCreate(out.first(), 1), "cuStreamCreate");
        return out.firstLong();
    }

    public static void destroy(long stream) {
        enter();
        Check.ok(StreamCalls.cuStreamDestroy(stream), "cuStreamDestroy");
    }

    public static void synchronize(long stream) {
        enter();
        Check.ok(StreamCalls.cuStreamSynchronize(stream), "cuStreamSynchronize");
    }

    /** Enqueues that bytes are set. */
    public static void enqueueFill(long address, int value, long bytes, long stream) {
        Check.ok(CopyCalls.cuMemsetD8Async(address, (byte) value, bytes, stream), "cuMemsetD8Async");
    }

    private static final class Memory implements OtherMemory {
        @Override
        public long allocate(long bytes) {
            enter();
            OutCell out = OutCell.mine();
            Check.ok(MemoryCalls.cuMemAlloc(out.first(), bytes), "cuMemAlloc");
            return out.firstLong();
        }

        @Override
        public void free(long address) {
            enter();
            Check.ok(MemoryCalls.cuMemFree(address), "cuMemFree");
        }

        @Override
        public void fill(long address, int value, long bytes, long stream) {
            enqueueFill(address, value, bytes, stream);
            if (stream == 0) {
                synchronize(stream);
            }
        }

        @Override
        public int[] read(long address, int length) {
            enter();
            Check.ok(DeviceCalls.cuCtxSynchronize(), "cuCtxSynchronize");
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment host = arena.allocate(ValueLayout.JAVA_INT, length);
                Check.ok(CopyCalls.cuMemcpyDtoH(host, address, host.byteSize()), "cuMemcpyDtoH");
                return host.toArray(ValueLayout.JAVA_INT);
            }
        }

        @Override
        public void write(long address, int[] values) {
            enter();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment host = arena.allocateFrom(ValueLayout.JAVA_INT, values);
                Check.ok(CopyCalls.cuMemcpyHtoD(address, host, host.byteSize()), "cuMemcpyHtoD");
            }
        }
    }
}
