package dev.gpukernel.internal.nvidia;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.StreamContract;
import dev.gpukernel.internal.cuda.FakeDriver;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaStreamTest extends StreamContract {
    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    protected int virtualThreads() {
        return FakeDriver.isInstalled() ? 1000 : 10_000;
    }
}
