package dev.gpukernel.internal.nvidia;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.RepeatContract;
import dev.gpukernel.internal.cuda.FakeDriver;
import dev.gpukernel.internal.cuda.FakeGraphs;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaRepeatTest extends RepeatContract {
    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    protected long launchesOfGraphs() {
        return FakeDriver.isInstalled() ? FakeGraphs.launches() : -1;
    }
}
