package dev.gpukernel.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Another library with memory of its own outside of the Java heap, as tests of memory of others on the CPU play it. */
public final class HostLibrary {
    private final Map<Long, Arena> arenas = new ConcurrentHashMap<>();

    /** {@return the address of as many bytes, at a multiple of 64} */
    public long allocate(long bytes) {
        Arena arena = Arena.ofShared();
        long address = arena.allocate(bytes, 64).address();
        arenas.put(address, arena);
        return address;
    }

    /** Gives memory back. */
    public void free(long address) {
        Objects.requireNonNull(arenas.remove(address), "memory that is not there")
                .close();
    }

    /** {@return memory at an address} */
    @SuppressWarnings("restricted") // it plays a library that has addresses
    public static MemorySegment memory(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }
}
