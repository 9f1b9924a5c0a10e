package dev.gpukernel.internal.nvidia;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.SegmentContract;
import dev.gpukernel.internal.cuda.FakeDriver;
import dev.gpukernel.internal.jit.LargeForms;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LargeForms.class)
@Tag("gpu")
final class NvidiaLargeSegmentTest extends SegmentContract {
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

    @Override
    protected boolean takesWholeArrays() {
        return false;
    }
}
