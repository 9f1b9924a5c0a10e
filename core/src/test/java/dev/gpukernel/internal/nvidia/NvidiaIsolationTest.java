package dev.gpukernel.internal.nvidia;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.IsolationContract;
import dev.gpukernel.internal.cuda.FakeDriver;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaIsolationTest extends IsolationContract {
    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    protected int mostFaults() {
        return FakeDriver.isInstalled() ? 14 : 28;
    }
}
