package dev.gpukernel.internal.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Memory of a device that several processes use. */
public final class SharedMemory {
    /** How long a handle is that another process opens. */
    public static final int HANDLE_BYTES = 64;

    private static final int LAZY_PEER_ACCESS = 1;

    private SharedMemory() {}

    /**
     * Allocates memory, of any content, that other processes can open.
     *
     * @param bytes how much
     * @return the address
     */
    public static long allocate(long bytes, CudaContext context) {
        return context.pool().allocateShareable(bytes);
    }

    /** Frees what {@link #allocate} gave for as many bytes, once nothing uses it. */
    public static void free(long address, long bytes, CudaContext context) {
        context.pool().freeShareable(address, bytes);
    }

    /** {@return what another process opens memory with} */
    public static byte[] handle(long address, CudaContext context) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment handle = arena.allocate(HANDLE_BYTES);
            context.makeCurrent();
            Check.ok(MemoryCalls.cuIpcGetMemHandle(handle, address), "cuIpcGetMemHandle", address);
            return handle.toArray(ValueLayout.JAVA_BYTE);
        }
    }

    /** {@return the address here of memory of another process} */
    public static long open(byte[] handle, CudaContext context) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment all = arena.allocateFrom(ValueLayout.JAVA_BYTE, handle);
            OutCell out = OutCell.mine();
            context.makeCurrent();
            int status = MemoryCalls.cuIpcOpenMemHandle(out.first(), all, LAZY_PEER_ACCESS);
            if (status != Check.SUCCESS) {
                throw Check.explained(
                        status,
                        "a handle is opened by another process than that which made it, as long as the memory is there",
                        "cuIpcOpenMemHandle");
            }
            return out.firstLong();
        }
    }

    /** Ends what began with {@link #open}, once nothing uses it. */
    public static void close(long address, CudaContext context) {
        context.makeCurrent();
        Check.ok(MemoryCalls.cuIpcCloseMemHandle(address), "cuIpcCloseMemHandle", address);
    }
}
