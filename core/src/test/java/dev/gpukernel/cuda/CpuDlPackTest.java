package dev.gpukernel.cuda;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

@SuppressWarnings({"NullAway", "restricted"}) // plays another library
final class CpuDlPackTest extends DlPackContract {
    private static final int CPU = 1;
    private final Map<Long, Arena> arenas = new ConcurrentHashMap<>();

    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    protected int deviceType() {
        return CPU;
    }

    @Override
    protected long allocate(long bytes) {
        Arena arena = Arena.ofShared();
        long address = arena.allocate(bytes, 64).address();
        arenas.put(address, arena);
        return address;
    }

    @Override
    protected void free(long address) {
        arenas.remove(address).close();
    }

    private static MemorySegment memory(long address, int length) {
        return MemorySegment.ofAddress(address).reinterpret(4L * length);
    }

    @Override
    protected void write(long address, int[] values) {
        memory(address, values.length).copyFrom(MemorySegment.ofArray(values));
    }

    @Override
    protected int[] read(long address, int length) {
        return memory(address, length).toArray(ValueLayout.JAVA_INT);
    }

    @Override
    protected GpuArray<int[]> exportable(int length) {
        Arena arena = Arena.ofAuto();
        return gpu().wrap(int[].class, arena.allocate(4L * length, 64).address(), length, arena);
    }

    @Override
    protected int count() {
        return 10_000;
    }

    @Test
    void arraysInTheHeapAreNotExported() {
        try (GpuArray<int[]> array = gpu().allocate(int[].class, 10)) {
            assertThrows(IllegalStateException.class, () -> DlPack.export(array));
        }
    }
}
