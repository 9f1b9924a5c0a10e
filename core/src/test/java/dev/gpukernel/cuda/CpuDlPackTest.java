package dev.gpukernel.cuda;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.contract.HostLibrary;
import dev.gpukernel.contract.OtherMemory;
import java.lang.foreign.Arena;
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
    protected OtherMemory others() {
        return library;
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
