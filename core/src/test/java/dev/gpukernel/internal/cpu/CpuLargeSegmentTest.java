package dev.gpukernel.internal.cpu;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.SegmentContract;
import dev.gpukernel.internal.jit.LargeForms;
import dev.gpukernel.internal.jit.OtherEngine;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LargeForms.class)
final class CpuLargeSegmentTest extends SegmentContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }

    @Override
    protected boolean sharesHeap() {
        return true;
    }

    @Override
    protected boolean takesWholeArrays() {
        return false;
    }
}
