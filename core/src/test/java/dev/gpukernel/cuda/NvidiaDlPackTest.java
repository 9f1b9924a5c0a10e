package dev.gpukernel.cuda;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.contract.OtherMemory;
import dev.gpukernel.internal.cuda.FakeDriver;
import dev.gpukernel.internal.cuda.OtherLibrary;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
public final class NvidiaDlPackTest extends DlPackContract {
    private static final int CUDA = 2;

    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    protected int deviceType() {
        return CUDA;
    }

    @Override
    protected OtherMemory others() {
        return OtherLibrary.MEMORY;
    }

    @Override
    protected GpuArray<int[]> exportable(int length) {
        return gpu().allocate(int[].class, length);
    }

    @Override
    protected int count() {
        return FakeDriver.isInstalled() ? 1_000 : 10_000;
    }
}
