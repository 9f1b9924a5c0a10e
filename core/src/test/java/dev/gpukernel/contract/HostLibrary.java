package dev.gpukernel.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Another library with memory of its own outside of the Java heap, as tests of memory of others on the CPU play it. */
public final class HostLibrary implements OtherMemory {
    private final Map<Long, Arena> arenas = new ConcurrentHashMap<>();

    @Override
    public long allocate(long bytes) {
        Arena arena = Arena.ofShared();
        long address = arena.allocate(bytes, 64).address();
        arenas.put(address, arena);
        return address;
    }

    @Override
    public void free(long address) {
        Objects.requireNonNull(arenas.remove(address), "memory that is not there")
                .close();
    }

    @Override
    public void fill(long address, int value, long bytes, long stream) {
        memory(address, bytes).fill((byte) value);
    }

    @Override
    public void write(long address, int[] values) {
        memory(address, (long) Integer.BYTES * values.length).copyFrom(MemorySegment.ofArray(values));
    }

    @Override
    public int[] read(long address, int length) {
        return memory(address, (long) Integer.BYTES * length).toArray(ValueLayout.JAVA_INT);
    }

    @SuppressWarnings("restricted") // it plays a library that has addresses
    private static MemorySegment memory(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }
}
