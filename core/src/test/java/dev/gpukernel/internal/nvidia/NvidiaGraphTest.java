package dev.gpukernel.internal.nvidia;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.GraphContract;
import dev.gpukernel.internal.cuda.FakeDriver;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaGraphTest extends GraphContract {
    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    protected boolean waitsForGrid() {
        return !FakeDriver.isInstalled();
    }

    @Override
    protected boolean prints() {
        return !FakeDriver.isInstalled();
    }
}
