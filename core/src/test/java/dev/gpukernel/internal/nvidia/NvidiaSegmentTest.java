package dev.gpukernel.internal.nvidia;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.SegmentContract;
import dev.gpukernel.internal.cuda.FakeDriver;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaSegmentTest extends SegmentContract {
    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    protected boolean runsAll() {
        return !FakeDriver.isInstalled();
    }
}
