package dev.gpukernel.cuda;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.contract.HostLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

final class CpuDlPackTest extends DlPackContract {
    private static final int CPU = 1;
    private final HostLibrary library = new HostLibrary();

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
        return library.allocate(bytes);
    }

    @Override
    protected void free(long address) {
        library.free(address);
    }

    @Override
    protected void write(long address, int[] values) {
        HostLibrary.memory(address, 4L * values.length).copyFrom(MemorySegment.ofArray(values));
    }

    @Override
    protected int[] read(long address, int length) {
        return HostLibrary.memory(address, 4L * length).toArray(ValueLayout.JAVA_INT);
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
